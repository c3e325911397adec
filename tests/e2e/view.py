#!/usr/bin/python3
"""view.py PROGRAM SCENES: `abut view` under at least 200 hostile requests, and a run that is followed, paused and stopped.

Every hostile request must be refused with its status (or the connection closed), none may yield a byte of the page or of a file, and
the server must go on serving afterwards. 77 = the program was built without its page.
"""
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM, SCENES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SECRET = b"a secret beside the results"
PATIENCE = 120 * float(os.environ.get("ABUT_TEST_PATIENCE", "1"))  # s: longer than a busy machine takes for anything


def need(truth, what):
    if not truth:
        sys.exit(f"FAILED: {what}")


def view(folder):
    """The server and (host, port, token) of its address."""
    process = subprocess.Popen([PROGRAM, "view", folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    found = re.fullmatch(r"http://(127\.0\.0\.1):(\d+)/([0-9a-f]{32})/\n", line)
    if not found:
        process.kill()
        error = process.stderr.read()
        if "without npm" in error:
            sys.exit(77)
        sys.exit(f"FAILED: abut view said {line!r} {error!r}")
    return process, (found[1], int(found[2]), found[3])


def send(port, request, family=socket.AF_INET, timeout=PATIENCE):
    """Status (0 = closed without a reply), headers and body."""
    with socket.socket(family) as s:
        s.settimeout(timeout)
        s.connect(("::1" if family == socket.AF_INET6 else "127.0.0.1", port))
        reply = b""
        try:
            s.sendall(request)
            while part := s.recv(1 << 16):
                reply += part
        except (ConnectionResetError, BrokenPipeError):
            pass
    head, _, body = reply.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.1 (\d\d\d) ", head)
    return int(found[1]) if found else 0, head.decode("latin1"), body


def get(port, path, method="GET", host=None, headers=(), version="HTTP/1.1"):
    lines = [f"{method} {path} {version}", f"Host: {host or f'127.0.0.1:{port}'}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin1")


def hostile(port, token):
    """(request, statuses that refuse it)"""
    good, bad, own = f"/{token}/", {400, 403, 404}, f"http://127.0.0.1:{port}"
    # traversal, and anything that is not in the table
    for path in ["../secret", "../../../../etc/passwd", "..%2fsecret", "%2e%2e/secret", "....//secret", "..\\secret", ".lock", "checkpoint.abut",
                 "scene.yaml", "journal.abut", "results.vtkhdf", "report.html", "//etc/passwd", "recording/../secret", "recording/", "recording?x", "recording#x",
                 "RECORDING", "recording%00", "./recording", "?", "index.html", ".control", "%66ilm", ";recording", "recording;", "~root", "C:\\x", "file:///etc/passwd",
                 "pause/", "stop%20", "*", "&", "<script>", "'\"", "{}", "status", "favicon.ico", "robots.txt", ".git/config"]:
        yield get(port, good + path), bad
        yield get(port, "/" + path), bad
    # no token, or another
    for path in ["/", "//", "/recording", "/stop", f"/{token}", f"/{token[:-1]}/", f"/{token}0/", f"/{token[1:]}/", f"/{token.upper()}x/", f"/{'0' * 32}/",
                 f"/{'0' * 32}/recording", f"/{token[::-1]}/", f"/ {token}/", f"/?{token}/", f"/{token[:31]}g/recording", f"{token}/"]:
        yield get(port, path), bad
    # another host: DNS rebinding
    for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"localhost:{port}", f"127.0.0.1:{port}.evil.example",
                 f"127.0.0.2:{port}", f"0.0.0.0:{port}", f"[::]:{port}", "", f"127.0.0.1:{port},evil", f"user@127.0.0.1:{port}", f"127.1:{port}",
                 f"2130706433:{port}", f"127.0.0.1:0{port}", f"[::ffff:127.0.0.1]:{port}"]:
        yield get(port, good, host=host or " "), {400, 403}
        yield get(port, good + "recording", host=host or " ", headers=["Range: bytes=0-9"]), {400, 403}
    # another origin
    for origin in ["http://evil.example", "null", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port}/", f"http://localhost:{port}", "http://127.0.0.1",
                   f"http://127.0.0.1:{port + 1}", f"http://[::1]:{port}", f"{own}.evil.example", "file://", "*", f"{own} {own}"]:
        yield get(port, good, headers=[f"Origin: {origin}"]), {403}
        yield get(port, good + "stop", "POST", headers=[f"Origin: {origin}"]), {403}
    # orders without an origin, by the wrong method, or with a body
    for name in ["pause", "resume", "stop"]:
        yield get(port, good + name, "POST"), {403}
        yield get(port, good + name), {405}
        yield get(port, good + name, "POST", headers=[f"Origin: {own}", "Content-Length: 5"]) + b"aaaaa", {413}
        yield get(port, good + name, "POST", headers=[f"Origin: {own}", "Transfer-Encoding: chunked"]) + b"0\r\n\r\n", {411}
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "BREW", "GET\t", "G@T", ""]:
        yield get(port, good, method), {400, 405}
    # malformed
    line = f"GET {good} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    for text in [f"GET {good}\r\n\r\n", f"GET  {good} HTTP/1.1\r\n\r\n", f"GET {good} HTTP/1.1\r\n\r\n", f"GET {good} HTTP/1.0\r\nHost: a\r\n\r\n",
                 f"GET {good} HTTP/2.0\r\nHost: a\r\n\r\n", f"GET {good} HTTP/1.1x\r\nHost: a\r\n\r\n", line.replace("\r\n", "\n") + "\n",
                 line + "Host: evil\r\n\r\n", line + " folded: a\r\n\r\n", line + "Bad Name: a\r\n\r\n", line + "Name : a\r\n\r\n", line + ": a\r\n\r\n",
                 line + "nocolon\r\n\r\n", line + "A: \0\r\n\r\n", line + "A: \x01\r\n\r\n", line + "A: a\rb\r\n\r\n", "\r\n\r\n", "\r\n" + line + "\r\n",
                 line + "Content-Length: -1\r\n\r\n", line + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n", line + "Content-Length: 1e3\r\n\r\n",
                 line + "Content-Length: 99999999999999999999\r\n\r\n", line + "Range: bytes=-5\r\n\r\n", line + "Range: bytes=5-1\r\n\r\n",
                 line + "Range: bytes=0-1,3-4\r\n\r\n", line + "Range: lines=0-1\r\n\r\n", line + "Range: bytes=99999999999999999999-\r\n\r\n",
                 line + "Range: bytes=0-\r\nRange: bytes=1-\r\n\r\n", line + "Origin:\r\n\r\n", "GET http://evil.example/ HTTP/1.1\r\nHost: a\r\n\r\n",
                 "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\0\r\n\r\n", "\xff\xfe\r\n\r\n"]:
        yield text.encode("latin1"), {400, 403, 413, 505}
    # huge
    yield get(port, good + "a" * 2000), {414}
    yield get(port, good, headers=["A: " + "a" * 9000]), {431}
    yield get(port, good, headers=[f"A{i}: b" for i in range(100)]), {431}
    yield b"A" * 100000, {400, 431, 0}
    yield get(port, good, headers=["A: b" * 100000]), {431, 0}


def check_refusals(port, token):
    count = 0
    for request, wanted in hostile(port, token):
        status, head, body = send(port, request)
        need(status in wanted, f"{request[:120]!r} was answered {status}, not {sorted(wanted)}")
        need(SECRET not in body and len(body) < 200, f"{request[:120]!r} was given {body[:80]!r}")
        need(not re.search("access-control", head, re.I), "other origins are allowed to read")
        count += 1
    return count


def is_hung_up_on(s):
    """Closed by the server, with or without a word that it took too long; s is closed then."""
    try:
        reply = s.recv(1 << 16)
    except ConnectionResetError:
        reply = b""
    s.close()
    return reply == b"" or reply.startswith(b"HTTP/1.1 408")


def check_slow(port, token):
    """More callers than there is room for, who send a byte now and then or nothing: whoever knows the address is served beside them, and
    they are hung up on."""
    callers = []
    for i in range(48):
        s = socket.create_connection(("127.0.0.1", port), PATIENCE)
        s.sendall(get(port, f"/{token}/")[:i % 16])
        callers.append(s)
    for _ in range(4):
        status, _, body = send(port, get(port, f"/{token}/"))
        need(status == 200 and b"<html" in body.lower(), f"with 48 silent callers the owner was answered {status}")
    for s in callers:
        need(is_hung_up_on(s), "a silent caller was answered")
    return len(callers)


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_few_files(server, port, token):
    """The server may open no more files: it waits without turning in a circle, and serves again when it may."""
    open_now = len(os.listdir(f"/proc/{server.pid}/fd"))
    before = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (open_now, before[1]))
    waiting = socket.create_connection(("127.0.0.1", port), PATIENCE)
    used, began = cpu_seconds(server), time.monotonic()
    time.sleep(2)
    share = (cpu_seconds(server) - used) / (time.monotonic() - began)
    need(share < 0.25, f"without a free file the server uses {share:.2f} of a core")
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (open_now + 2, before[1]))
    silent = [socket.create_connection(("127.0.0.1", port), PATIENCE) for _ in range(8)]
    need(send(port, get(port, f"/{token}/"))[0] == 200, "with room for two files and eight silent callers the owner is shut out")
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, before)
    for s in [waiting, *silent]:
        need(is_hung_up_on(s), "a silent caller was answered")


def check_page(port, token, family=socket.AF_INET):
    host = f"[::1]:{port}" if family == socket.AF_INET6 else f"127.0.0.1:{port}"
    status, head, body = send(port, get(port, f"/{token}/", host=host), family)
    need(status == 200 and b"<html" in body.lower(), f"the page was answered {status}")
    need(f"Content-Length: {len(body)}" in head, "the length of the page is wrong")
    policy = re.search("Content-Security-Policy: (.*)", head)[1]
    need("default-src 'none'" in policy and "script-src 'sha256-" in policy and "frame-ancestors 'none'" in policy, policy)
    need("unsafe" not in policy and "http:" not in policy, policy)
    for header in ["X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
                   "Cross-Origin-Resource-Policy: same-origin"]:
        need(header in head, f"the page lacks {header}")
    status, _, nothing = send(port, get(port, f"/{token}/", "HEAD", host=host), family)
    need(status == 200 and nothing == b"", "HEAD has a body")


def recording(port, token, first):
    status, head, body = send(port, get(port, f"/{token}/recording", headers=[f"Range: bytes={first}-{first + 999999}"]))
    need(status in (204, 206), f"the recording was answered {status}")
    size = int(re.search(r"Content-Range: bytes \S*/(\d+)", head)[1])
    return body if status == 206 else b"", size, "X-Abut-Live: 1" in head


def order(port, token, what):
    return send(port, get(port, f"/{token}/{what}", "POST", headers=[f"Origin: http://127.0.0.1:{port}", "Content-Length: 0"]))[0]


def until(truth, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if truth():
            return
        time.sleep(0.05)
    sys.exit(f"FAILED: {what}")


def still(port, token):
    """Whether the recording has not grown in 0.8 s, longer than the run takes to show what it recorded."""
    before = recording(port, token, 0)[1]
    time.sleep(0.8)
    return recording(port, token, 0)[1] == before


def check_live(folder):
    """A run without an end: its recording grows, stands still while it is paused, and ends when it is told to stop."""
    run = subprocess.Popen([PROGRAM, "run", os.path.join(SCENES, "bouncing_ball.yaml"), "-o", folder, "-q", "--no-picture", "--no-report", "--set",
                            "time.end=100000 s", "--set", "output.frames=0.1 s"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: os.path.exists(os.path.join(folder, "journal.abut")), "the run does not begin")
    server, (_, port, token) = view(folder)
    until(lambda: recording(port, token, 0)[1] > 2000, "the recording does not begin")
    body, size, live = recording(port, token, 0)
    need(body.startswith(b"abut.rec") and live, "the recording of a run that goes on is another thing")
    until(lambda: recording(port, token, 0)[1] > size, "the recording does not grow")
    need(recording(port, token, 7)[0][:50] == body[7:57], "a range begins elsewhere")
    need(send(port, get(port, f"/{token}/recording", headers=["Range: bytes=999999999-"]))[0] == 416, "a range beyond the recording is given")
    need(send(port, get(port, f"/{token}/recording"))[0] == 400, "a recording is given whole")
    need(order(port, token, "pause") == 204, "the run cannot be paused")
    until(lambda: still(port, token), "the run goes on while it is paused")
    before = recording(port, token, 0)[1]
    need(order(port, token, "resume") == 204, "the run cannot be resumed")
    until(lambda: recording(port, token, 0)[1] > before, "the run does not go on")
    need(order(port, token, "stop") == 204, "the run cannot be stopped")
    need(run.wait(PATIENCE) == 0, f"the run was stopped with code {run.returncode}")
    until(lambda: not recording(port, token, 0)[2], "the recording does not end")
    need(order(port, token, "stop") == 409, "a run that is over can be stopped")
    finish(server)


def finish(server):
    server.send_signal(signal.SIGTERM)
    need(server.wait(PATIENCE) == 0, f"the server ended with {server.returncode}: {server.stderr.read()}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "secret"), "wb") as file:
            file.write(SECRET)
        out = os.path.join(folder, "out")
        subprocess.run([PROGRAM, "run", os.path.join(SCENES, "first.yaml"), "-o", out, "-q", "--no-picture", "--set", "time.end=0.02 s"], check=True)
        server, (_, port, token) = view(out)
        check_page(port, token)
        if socket.has_ipv6:
            try:
                check_page(port, token, socket.AF_INET6)
            except OSError:
                print("no IPv6 here")
        need(send(port, get(port, f"/{token}/recording", headers=["Range: bytes=0-9"]))[0] == 404, "a run that is over has a recording")
        count = check_refusals(port, token) + check_slow(port, token)
        check_few_files(server, port, token)
        check_page(port, token)
        finish(server)
        check_live(os.path.join(folder, "live"))
        need(count >= 200, f"only {count} hostile requests")
        print(f"{count} hostile requests refused")


main()
