"""numpy_convolution.py N: a periodic convolution of N x N doubles. Prints the least CPU time of five, s."""
import sys
import time

import numpy

n = int(sys.argv[1])
cells = numpy.arange(n * n, dtype=float).reshape(n, n) % 977 / 977
table = numpy.full((n, n // 2 + 1), 1.0)
times = []
for _ in range(5):
    start = time.process_time()
    numpy.fft.irfft2(numpy.fft.rfft2(cells) * table, s=(n, n))
    times.append(time.process_time() - start)
print(min(times))
