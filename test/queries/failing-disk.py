"""Runs a program on a disk that fails: the system calls that are named fail with EIO, of it and of all that it starts.

python3 failing-disk.py pread64:2048,fsync program [argument …]

"pread64:2048" fails where it asks for just so many bytes, as SQLite does for a page of that size; "fsync" fails always.
"""

import ctypes
import os
import platform
import struct
import sys

numbers = {
    "x86_64": {"read": 0, "write": 1, "pread64": 17, "pwrite64": 18, "fsync": 74, "fdatasync": 75},
    "aarch64": {"read": 63, "write": 64, "pread64": 67, "pwrite64": 68, "fsync": 82, "fdatasync": 83},
}[platform.machine()]
wanted = [(numbers[name], int(size or 0)) for name, _, size in (one.partition(":") for one in sys.argv[1].split(","))]

# A filter of seccomp(2): a call of a number that is named, and for as many bytes as are named, fails with errno 5; the rest goes through.
load, equal, give = 0x20, 0x15, 0x06
number, bytes_asked, go_on, fail = 0, 32, 0x7FFF0000, 0x00050000 | 5
lines = []
for call, size in wanted:
    lines += [(load, 0, 0, number), (equal, 0, 3 if size else 1, call)]
    lines += [(load, 0, 0, bytes_asked), (equal, 0, 1, size)] if size else []
    lines += [(give, 0, 0, fail)]
lines += [(give, 0, 0, go_on)]
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in lines))
program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(lines), ctypes.addressof(code)))
libc = ctypes.CDLL(None, use_errno=True)
no_new_privileges, set_filter, by_filter = 38, 22, 2
for call in ((no_new_privileges, 1, 0, 0, 0), (set_filter, by_filter, ctypes.addressof(program), 0, 0)):
    if libc.prctl(*(ctypes.c_ulong(value) for value in call)) != 0:
        sys.exit(f"This system takes no filter of calls: {os.strerror(ctypes.get_errno())}")
os.execvp(sys.argv[2], sys.argv[2:])
