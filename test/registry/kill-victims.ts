import type { StartOptions } from "../../src/core/contract.ts";
import type { KillOptions } from "../../src/core/contract.ts";

/** One row of the kill matrix: a program that is hard to end, and what is true when it was ended. */
export interface Row {
  readonly name: string;
  readonly start: Partial<StartOptions> & { readonly command: string };
  readonly kill?: KillOptions;
  /** How the command itself ended. */
  readonly ending: { readonly exitCode: number; readonly signal?: string };
  /** The whole output; `PID` stands for each number. */
  readonly output?: string;
}

const TERMINATED = { exitCode: -15, signal: "SIGTERM" };
const KILLED = { exitCode: -9, signal: "SIGKILL" };

/** The command becomes the Python program: no shell stands above it. Each prints `pid N` for what a mark does not find, and `up`. */
function python(code: string): { readonly command: string; readonly shell: "plain" } {
  return { command: `exec python3 -uc '${PRELUDE}${code}'`, shell: "plain" };
}

const PRELUDE = `
import os, signal, subprocess, sys, time
from signal import SIG_IGN, SIGHUP, SIGINT, SIGTERM, SIGUSR1
def say(*words): os.write(1, (" ".join(map(str, words)) + "\\n").encode())
def deaf(*signals):
    for one in signals: signal.signal(one, SIG_IGN)
def sleep():
    while True: time.sleep(60)
def child(body):
    pid = os.fork()
    if pid == 0:
        body()
        os._exit(0)
    return pid
`;

export const ROWS: readonly Row[] = [
  { name: "polite", start: python(`say("up"); sleep()`), ending: TERMINATED, output: "up\n" },
  {
    name: "ignores TERM, INT and HUP",
    start: python(`deaf(SIGTERM, SIGINT, SIGHUP); say("up"); sleep()`),
    ending: KILLED,
  },
  {
    name: "hears TERM and does not care",
    start: python(`signal.signal(SIGTERM, lambda *_: say("no")); say("up"); sleep()`),
    kill: { graceMs: 100 },
    ending: KILLED,
    output: "up\nno\n",
  },
  {
    name: "an interactive login shell around a sleeper",
    start: { command: "sh -c 'echo up; exec sleep 60'; true", shell: "login" },
    ending: { exitCode: -1, signal: "SIGHUP" },
  },
  {
    name: "a parent with two stubborn children",
    start: python(`
def stubborn(): deaf(SIGTERM, SIGINT, SIGHUP); sleep()
child(stubborn); child(stubborn); time.sleep(0.05); say("up"); sleep()`),
    ending: TERMINATED,
  },
  {
    name: "a parent that ends its own child, which nobody else has signalled",
    start: python(`
every = set(range(1, 32)) - {9, 19}
signal.pthread_sigmask(signal.SIG_BLOCK, every)
def listen():
    while True:
        heard = signal.sigwaitinfo(every)
        say(signal.Signals(heard.si_signo).name, "from", "its parent" if heard.si_pid == os.getppid() else "a stranger")
        if heard.si_signo == SIGUSR1: os._exit(0)
kid = child(listen)
def bye(*_):
    time.sleep(0.1); os.kill(kid, SIGUSR1); os.waitpid(kid, 0); say("bye"); os._exit(0)
signal.signal(SIGTERM, bye)
signal.pthread_sigmask(signal.SIG_UNBLOCK, every)
say("up"); sleep()`),
    kill: { graceMs: 10_000 },
    ending: { exitCode: 0 },
    output: "up\nSIGUSR1 from its parent\nbye\n",
  },
  {
    name: "a child in a session of its own",
    start: { command: "setsid sleep 60 & echo up; wait", shell: "plain" },
    ending: TERMINATED,
  },
  {
    name: "a child in a session of its own, without the mark",
    start: python(`
say("pid", subprocess.Popen(["sleep", "60"], env={}, start_new_session=True).pid); say("up"); sleep()`),
    ending: TERMINATED,
  },
  {
    name: "a daemon that forked twice and closed everything",
    start: python(`
def daemon():
    os.setsid()
    def inner():
        say("pid", os.getpid())
        os.chdir("/")
        null = os.open("/dev/null", os.O_RDWR)
        for one in (0, 1, 2): os.dup2(null, one)
        sleep()
    child(inner)
os.waitpid(child(daemon), 0); say("up"); sleep()`),
    ending: TERMINATED,
  },
  {
    name: "nohup and disown",
    start: { command: "nohup sleep 60 >/dev/null 2>&1 & disown; echo up; sleep 60; true", shell: "plain" },
    ending: TERMINATED,
  },
  {
    name: "a child that forks every 5 ms, in sessions of their own",
    start: python(`
def forks():
    deaf(SIGTERM)
    signal.signal(signal.SIGCHLD, SIG_IGN)
    def leaves(): os.setsid(); time.sleep(60)
    while True: child(leaves); time.sleep(0.005)
child(forks); time.sleep(0.05); say("up"); sleep()`),
    ending: TERMINATED,
  },
  {
    name: "spawns during the grace",
    start: python(`
def spawn(*_):
    for _ in range(5): say("pid", subprocess.Popen(["sleep", "60"], env={}, start_new_session=True).pid)
signal.signal(SIGTERM, spawn); say("up"); sleep()`),
    kill: { graceMs: 300 },
    ending: KILLED,
  },
  {
    name: "stopped",
    start: { command: "echo up; kill -STOP $$; sleep 60", shell: "plain" },
    ending: TERMINATED,
  },
  {
    name: "a name with spaces and brackets",
    start: {
      command: "ln -s $(command -v python3) 'a ) b (' && echo up && exec './a ) b (' -c 'import time; time.sleep(60)'",
      shell: "plain",
    },
    ending: TERMINATED,
  },
  {
    name: "a daemon and a parent that have ended their first threads",
    start: python(`
import ctypes, threading
def end_first_thread():
    threading.Thread(target=sleep).start()
    say("pid", os.getpid()); ctypes.CDLL(None).pthread_exit(0)
def daemon(): os.setsid(); child(end_first_thread)
os.waitpid(child(daemon), 0); time.sleep(0.1); say("up"); end_first_thread()`),
    ending: TERMINATED,
  },
  {
    name: "300 processes in three generations",
    start: python(`
def leaf(): sleep()
def branch():
    for _ in range(19): child(leaf)
    os.write(full, b".")
    sleep()
empty, full = os.pipe()
for _ in range(15): child(branch)
for _ in range(15): os.read(empty, 1)
say("up"); sleep()`),
    kill: { graceMs: 2_000 },
    ending: TERMINATED,
  },
  {
    // Root has no such limit: there the bomb becomes a user that nobody else is, whom the kernel counts, with a limit that
    // does not grow with what root has running.
    name: "a fork bomb under a limit on processes",
    start: {
      command: `if [ "$(id -u)" = 0 ]; then ulimit -u 50; become='setpriv --reuid=61235 --regid=61235 --clear-groups'; fi
exec $become perl -e '
$first = $$;
for (;;) {
  next if defined fork;
  if ($$ == $first) { syswrite STDOUT, "up\\n"; $first = 0 }
  select undef, undef, undef, 0.05;
}'`,
      shell: "plain",
      maxProcesses: 30,
    },
    kill: { graceMs: 200 },
    ending: TERMINATED,
  },
  {
    name: "children that start something new, without the mark, when their parent dies",
    start: python(`
import ctypes
deaf(SIGTERM, SIGHUP)
tell_when_parent_dies = ctypes.CDLL(None).prctl
def heir(*_): os.posix_spawn("/bin/sh", ["sh", "-c", "echo pid $$; exec sleep 60"], {}, setsid=True)
def watch(): tell_when_parent_dies(1, SIGUSR1); os.write(full, b"."); sleep()
signal.signal(SIGUSR1, heir)
empty, full = os.pipe()
for _ in range(150): child(watch)
for _ in range(150): os.read(empty, 1)
say("up"); sleep()`),
    ending: KILLED,
    output: "up\n",
  },
  {
    name: "a root that ends during the kill, and leaves a stubborn child",
    start: python(`
def stubborn(): deaf(SIGTERM); os.setsid(); sleep()
child(stubborn)
def leave(*_): time.sleep(0.05); os._exit(3)
signal.signal(SIGTERM, leave); time.sleep(0.05); say("up"); sleep()`),
    ending: { exitCode: 3 },
  },
];
