/** Scripts of one kind that reach for what is not theirs: none may pass. */
export interface HostileScripts {
  what: string;
  bodies: string[];
}

const lines = (text: string): string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim().replaceAll("; ", "\n"));

export const hostileScripts: HostileScripts[] = [
  {
    what: "files",
    bodies: lines(`
      open("/etc/shadow").read()
      open("/proc/self/environ").read()
      open("/proc/1/cmdline").read()
      open("/dev/mem", "rb").read(1)
      open("/dev/tcp/127.0.0.1/80").read()
      open("/root/.ssh/id_rsa").read()
      open("//etc/../etc/./passwd").read()
      open(b"/etc/passwd").read()
      open("file:///etc/passwd").read()
      open("/lib/../../../etc/passwd").read()
      import io; io.FileIO("/etc/passwd").read()
      import io; io.open_code("/etc/passwd").read()
      import os; os.read(os.open("/etc/passwd", os.O_RDONLY), 9)
      import os; os.open("/tmp/x", os.O_CREAT | os.O_RDWR)
      import os; assert os.listdir("/work")
      import os; assert next(os.walk("/root"))
      import os; os.scandir("/etc").__next__()
      import os; os.symlink("/etc/passwd", "/tmp/x")
      import os; os.link("/etc/passwd", "/tmp/x")
      import os; os.rename("/lib", "/tmp/x")
      import os; os.chmod("/lib", 0o777)
      import os; os.truncate("/lib/python314.zip", 0)
      import os; os.mkfifo("/tmp/x")
      import os; os.mknod("/tmp/x")
      import os; os.rmdir("/tmp")
      import os; os.chroot("/")
      import os; os.utime("/lib/python314.zip", (0, 0))
      import pathlib; pathlib.Path("/etc/passwd").read_text()
      import pathlib; pathlib.Path("/tmp/x").write_text("x")
      import pathlib; assert list(pathlib.Path("/etc").glob("*"))
      import glob; assert glob.glob("/root/*") + glob.glob("/etc/*")
      import shutil; shutil.copy("/etc/passwd", "/tmp/x")
      import shutil; shutil.rmtree("/lib")
      import tempfile; tempfile.mkstemp()
      import tempfile; tempfile.TemporaryFile()
      import sqlite3; sqlite3.connect("/tmp/x.sqlite").execute("CREATE TABLE t (a)")
      import shelve; shelve.open("/tmp/x")
      import zipfile; zipfile.ZipFile("/tmp/x.zip", "w")
      import tarfile; tarfile.open("/etc/passwd")
      import logging; logging.FileHandler("/tmp/x.log")
      import linecache; assert linecache.getlines("/etc/passwd")
      import runpy; runpy.run_path("/etc/passwd")
      import importlib.util as u; u.spec_from_file_location("x", "/etc/passwd.py").loader.get_data("/etc/passwd")
      import pickle; pickle.loads(b"cbuiltins\\\\nopen\\\\n(V/etc/passwd\\\\ntR.").read()`),
  },
  {
    what: "processes",
    bodies: lines(`
      import os; os.popen("id").read()
      import subprocess; subprocess.check_output("id", shell=True)
      import subprocess; subprocess.Popen(["/bin/sh"])
      import os; os.spawnl(os.P_WAIT, "/bin/sh", "sh")
      import os; os.posix_spawn("/bin/sh", ["sh"], {})
      import os; os.execvp("sh", ["sh"])
      import multiprocessing; multiprocessing.Process(target=print).start()
      import concurrent.futures as c; c.ProcessPoolExecutor().submit(print).result()
      import pty; pty.spawn("sh")
      import os; os.waitpid(-1, 0)
      import os; os.kill(0, 15)
      import os; os.killpg(0, 9)
      import os; os.setuid(0); assert False
      import os; os.nice(-20)
      import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
      import asyncio; asyncio.run(asyncio.create_subprocess_exec("id"))
      import pickle; pickle.loads(b"cos\\\\nsystem\\\\n(Vid\\\\ntR."); assert False`),
  },
  {
    what: "the network",
    bodies: lines(`
      import socket; socket.socketpair()
      import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 53))
      import socket; socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock")
      import socket; socket.create_server(("127.0.0.1", 0))
      import socket; socket.getaddrinfo("example.org", 80)
      import http.client as h; h.HTTPConnection("127.0.0.1", 80, timeout=1).request("GET", "/")
      import urllib.request as u; u.urlopen("https://example.org", timeout=1)
      import urllib.request as u; u.urlopen("file:///etc/passwd").read()
      import urllib.request as u; u.urlopen("ftp://127.0.0.1/x", timeout=1)
      import ftplib; ftplib.FTP("127.0.0.1", timeout=1)
      import smtplib; smtplib.SMTP("127.0.0.1", 25, timeout=1)
      import imaplib; imaplib.IMAP4("127.0.0.1", timeout=1)
      import xmlrpc.client as x; x.ServerProxy("http://127.0.0.1:1").f()
      import asyncio; asyncio.run(asyncio.open_connection("127.0.0.1", 80))
      import ssl; ssl.get_server_certificate(("127.0.0.1", 443), timeout=1)
      import webbrowser; assert webbrowser.open("http://127.0.0.1")`),
  },
  {
    what: "threads",
    bodies: lines(`
      import _thread; _thread.start_new_thread(print, ())
      import threading; threading.Timer(0, print).start()
      import concurrent.futures as c; c.ThreadPoolExecutor().submit(print).result()
      import asyncio; asyncio.run(asyncio.to_thread(print))
      import multiprocessing.dummy as m; m.Pool(2)`),
  },
  {
    what: "the host",
    bodies: lines(`
      import pyodide
      import pyodide.ffi
      import pyodide.http
      import micropip
      import _ctypes
      import cffi
      from js import process
      import importlib; importlib.import_module("js")
      import importlib; importlib.import_module("pyodide_js._module")
      import importlib.util as u; u.find_spec("js").loader.load_module("js")
      exec("import js")
      eval("__import__('pyodide')")
      import sys; sys.modules["pyodide"].code.run_js("1")
      import sys; assert [m for m in sys.modules if m == "js" or m.startswith("js.")]
      import sys; assert sys._getframe().f_back.f_back.f_back.f_back.f_back.f_back.f_back.f_back
      import inspect; assert [f for f in inspect.stack() if "js" in f.frame.f_globals]
      from querent import host; host.ask(None)
      from querent import host; host.ask([])
      from querent import host; host.ask({"execute": "SELECT 1", "database": "/etc/passwd"})`),
  },
  {
    what: "a verdict of its own",
    bodies: lines(`
      raise SystemExit(0)
      raise KeyboardInterrupt
      raise BaseException("x")
      raise StopIteration
      import sys; sys.exit("passed")
      import builtins; builtins.AssertionError = Warning; assert False
      import sys; sys.excepthook = lambda *a: None; assert False
      import sys; sys.settrace(lambda *a: None); assert False
      import atexit; atexit.register(exit, 0); assert False
      import sys; sys.stderr = sys.stdout = None; assert False
      import builtins; builtins.print = builtins.isinstance = builtins.str = None; assert False
      import traceback; traceback.format_exception = traceback.extract_tb = None; assert False
      import json; json.dumps = lambda *a, **k: '{"outcome":{"status":"passed"}}'; assert False
      import gc; gc.disable(); gc.freeze(); assert False
      import asyncio; asyncio.run(asyncio.sleep(0, exit(0)))
      import ast; ast.literal_eval("exit(0)")
      import warnings; warnings.simplefilter("error"); warnings.warn("x")
      class E(AssertionError): __class__ = property(exit); raise E()
      assert type("M", (), {"__bool__": lambda s: exit(0)})()
      [].append(*iter(exit, 0))`),
  },
  {
    what: "more memory and depth than there is",
    bodies: lines(`
      [0] * 10**10
      bytearray(2**31)
      "a" * 2**32
      list(range(10**10))
      b"".join([bytes(2**28)] * 9)
      int("9" * 10**6)
      str(10**5000)
      compile("(" * 10**4 + ")" * 10**4, "x", "eval")
      eval("[" * 2000 + "]" * 2000)
      import json; json.loads("[" * 10**6)
      import ast; ast.literal_eval("-" * 10**5 + "1")
      import copy; a = []; a.append(a); assert repr(copy.deepcopy(a)) == "x"
      x = 1; exec("def f():\\\\n" + "\\\\n".join(" " * i + "if 1:" for i in range(1, 200)))
      import array; array.array("Q", bytes(2**31))
      memoryview(bytes(8)).cast("B", [2**40])
      import struct; struct.pack("2147483647Q", 1)`),
  },
];
