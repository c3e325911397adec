"""steps.py COUNT: CPU seconds of one step, by world.step(), of the world of bench/api.c."""
import sys
import time

import abut

world = abut.World(dt="20 us", context=abut.Context(threads=1))
world.add_material("glass", young="10 MPa")
world.add_body(shape={"plane": {}}, material="glass")
world.add_grid("ball", shape={"sphere": "1 cm"}, material="glass", count=[10, 1, 1], spacing=["3 cm"] * 3, origin=[0, 0, "9.999 mm"])
world.step()
count, began = int(sys.argv[1]), time.process_time()
for _ in range(count):
    world.step()
print((time.process_time() - began) / count)
