/** How the options of a program are read that runs the command behind them. */
export interface Wrapper {
  /** Short options without a value. */
  readonly flags?: string;
  /** Short options with one. */
  readonly values?: string;
  readonly longFlags?: string;
  readonly longValues?: string;
  /** Words between the options and the command. */
  readonly positionals?: number;
  /** `NAME=value` words stand before the command. */
  readonly assignments?: boolean;
  /** With one of these short options it only says what a name is. */
  readonly lookups?: string;
  /** More words are added that only the running program knows. */
  readonly open?: boolean;
  /** It gives the command more power than it has: an allow rule must name it. */
  readonly power?: boolean;
}

const PLAIN: Wrapper = {};

/** Programs that run the command in their arguments (manual pages of GNU coreutils, util-linux, sudo, findutils, bash). */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    "env",
    {
      flags: "i0v",
      values: "uC",
      longFlags: "ignore-environment null debug",
      longValues: "unset chdir",
      assignments: true,
    },
  ],
  [
    "sudo",
    {
      flags: "nEHSbkAPB",
      values: "ugpCDRThrtU",
      longFlags: "non-interactive preserve-env set-home stdin background",
      longValues: "user group prompt chdir chroot host role type",
      assignments: true,
      power: true,
    },
  ],
  ["doas", { flags: "n", values: "uC", power: true }],
  ["nohup", PLAIN],
  ["setsid", { flags: "cfw", longFlags: "ctty fork wait" }],
  ["nice", { flags: "0123456789", values: "n", longValues: "adjustment" }],
  ["ionice", { flags: "t", values: "cn", longFlags: "ignore", longValues: "class classdata" }],
  ["stdbuf", { values: "ioe", longValues: "input output error" }],
  [
    "timeout",
    {
      flags: "vfp",
      values: "ks",
      longFlags: "foreground preserve-status verbose",
      longValues: "kill-after signal",
      positionals: 1,
    },
  ],
  ["time", { flags: "pvaq", values: "of", longFlags: "portability verbose append quiet", longValues: "output format" }],
  ["taskset", { flags: "ac", positionals: 1 }],
  ["caffeinate", { flags: "dimsu", values: "tw" }],
  ["unbuffer", { flags: "p" }],
  ["command", { flags: "p", lookups: "vV" }],
  ["builtin", PLAIN],
  ["exec", { flags: "cl", values: "a" }],
  ["noglob", PLAIN],
  ["nocorrect", PLAIN],
  ["-", PLAIN],
  ["busybox", PLAIN],
  ["toybox", PLAIN],
  [
    "xargs",
    {
      flags: "0rtpxo",
      values: "InPLdaEs",
      longFlags: "null no-run-if-empty verbose interactive exit open-tty",
      longValues: "max-args max-procs max-lines delimiter arg-file eof max-chars",
      open: true,
    },
  ],
]);

/** Programs that read shell commands. */
export const SHELLS: ReadonlySet<string> = new Set("sh bash dash ash zsh ksh mksh rbash".split(" "));

/** They run other commands in ways that are not looked into. */
export const LAUNCHERS: ReadonlySet<string> = new Set(
  `alias hash enable bind complete compopt compgen fc su runuser pkexec parallel script watch entr watchexec unshare nsenter
  strace ltrace gdb expect at batch crontab chroot proot fakeroot systemd-run firejail bwrap setpriv capsh chrt flock
  dbus-run-session xvfb-run rlwrap tmux screen start-stop-daemon run-parts fish csh tcsh nu pwsh
  repeat foreach emulate zargs zmv sched zle functions`.split(/\s+/),
);

/** Variables that decide which program a name is, or what else it runs (bash(1), ld.so(8), git(1), …). */
export const POWERFUL_VARIABLE: RegExp =
  /^(?:PATH|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|PS[0-4]|PROMPT_COMMAND|FPATH|ZDOTDIR|SHELL|LD_.*|DYLD_.*|GIT_.*|.*EDITOR|VISUAL|.*PAGER|LESSOPEN|BROWSER|NODE_OPTIONS|NODE_PATH|PYTHON.*|PERL5?(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)|JAVA_TOOL_OPTIONS|MAKEFLAGS|TAR_OPTIONS|RSYNC_RSH|RUSTC(?:_.*)?_?WRAPPER)$/;
