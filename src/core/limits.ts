/**
 * Every number that bounds something, with its unit and its reason. Relations between them are asserted by a test.
 * A number that a user may set is the default here and has a key in the configuration.
 */

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

// ----- The log of one process -----

/** Bytes of output kept for one process; older bytes are dropped, and the drop is told. 64 MiB holds any build log. */
export const LOG_MAX_BYTES: number = 64 * MIB;
/** The smallest log limit that may be asked for: below it the copier would start a program for every few lines. */
export const LOG_MAX_BYTES_FLOOR: number = 64 * KIB;
/** The largest log limit that may be asked for. */
export const LOG_MAX_BYTES_CEILING: number = 1024 * 1024 * MIB;
/** The log is kept in this many segments, so that dropping the oldest keeps at least three quarters of it. */
export const LOG_SEGMENTS: number = 4;
/** Largest read of the copier: a Linux pipe holds 64 KiB. */
export const COPY_BLOCK_MAX_BYTES: number = 64 * KIB;
/** Smallest read of the copier, for small logs. */
export const COPY_BLOCK_MIN_BYTES: number = 1 * KIB;
/** Below this much free disk the copier counts every byte it reads, so that a loss is told exactly. */
export const LOW_DISK_BYTES: number = 256 * MIB;

// ----- Reading a log -----

/** Most bytes that one read of a log brings into memory. */
export const READ_MAX_BYTES: number = 1 * MIB;
/** Most characters of output in one answer of `log` (the original kept 200,000 characters in all). */
export const LOG_ANSWER_MAX_CHARS: number = 200_000;
/** Lines of a `log` answer unless asked otherwise (original). */
export const LOG_LINES: number = 200;
/** Most lines of one `log` answer. */
export const LOG_LINES_MAX: number = 10_000;
/** Characters of `output_preview` in a `poll` answer (original). */
export const POLL_OUTPUT_CHARS: number = 1_000;
/** Characters of `output` in a `wait` that timed out (original). */
export const WAIT_OUTPUT_CHARS: number = 1_000;
/** Characters of `output_preview` in a `list` entry (original). */
export const LIST_OUTPUT_CHARS: number = 200;
/** Characters of the command in a `list` entry (original). */
export const LIST_COMMAND_CHARS: number = 200;
/** Characters of output that a completion carries unless the process asked for more (original). */
export const COMPLETION_OUTPUT_CHARS: number = 2_000;
/** Most characters of output that a completion may carry. */
export const COMPLETION_OUTPUT_CHARS_MAX: number = 200_000;
/** Bytes read for each character of a tail: escape codes and progress bars take far more bytes than they show. */
export const TAIL_BYTES_PER_CHAR: number = 32;
/** Most bytes read for a tail, whatever its length: an answer must not take longer because a bar was redrawn a million times. */
export const TAIL_MAX_BYTES: number = 1 * MIB;
/** Bytes between two marks of the line index: a page is found after scanning at most this much. */
export const INDEX_STRIDE_BYTES: number = 256 * KIB;
/** Line indexes kept in memory; the least recently used one goes first. */
export const INDEXED_LOGS_MAX: number = 32;
/** Time between two reads of a follower while output is flowing. */
export const FOLLOW_PACE_MS: number = 50;
/** The same where a person types and sees what comes of it: less than anybody notices. */
export const FOLLOW_LIVE_PACE_MS: number = 10;
/** Bytes of an unfinished last line that a follower holds back so that a secret is not cut in two. */
export const FOLLOW_HELD_MAX_BYTES: number = 16 * KIB;
/** Time after which a paced follower looks whether a whole read is waiting: at 1 GiB/s the oldest of a 64 MiB log would be gone after a full pace. */
export const FOLLOW_LOOK_MS: number = 10;
/** Time between two looks of a waiting follower where the kernel has no watch left for us (`fs.inotify.max_user_watches`). */
export const FOLLOW_POLL_MS: number = 250;
/** Most bytes of one page of lines: then its text is within one answer. Lines beyond are told, and read with a cursor. */
export const PAGE_MAX_BYTES: number = 200_000;
/** Bytes of a log that are indexed in one go, 1 to 2 ms, before others get their turn. */
export const INDEX_TURN_BYTES: number = 4 * MIB;
/** How far a text that is cut in front gives way to begin at a line start. */
export const LINE_SNAP_CHARS: number = 200;
/** Characters kept in front of a tail until it is redacted, so that a secret at the cut is seen whole: a private key of 16,384 bits has 12,500. */
export const REDACT_MARGIN_CHARS: number = 16 * KIB;
/** Lines that a redraw reaches up to: higher than any terminal. */
export const REDRAW_ROWS_MAX: number = 100;
/** Characters of one line that a carriage return goes back over; behind them the line wraps, as in a terminal. Bounds the work of each overwrite. */
export const REDRAW_COLUMNS_MAX: number = 4_096;
/** Most blanks that stand for a cursor moved to the right: enough to keep words apart, too few to blow an answer up. */
export const REDRAW_BLANKS_MAX: number = 8;

// ----- Starting -----

/** Longest command: the kernel takes at most 131,072 bytes in one argument (execve(2), MAX_ARG_STRLEN), and ours gets a prefix. */
export const COMMAND_MAX_BYTES: number = 130_000;
/** Lists `A && B &` of one command that are rewritten: each makes it 6 bytes longer, and there is room for 1,000 bytes. */
export const BACKGROUND_TAILS_MAX: number = 100;
/** Commands within commands (`sudo env sh -c '…'`) that are read: more is no honest command. */
export const SHELL_DEPTH_MAX: number = 32;
/** Longest name of a process, in characters. */
export const NAME_MAX_CHARS: number = 64;
/** How long the shim may take until the command has a pid. A login shell does not count: the pid exists before it reads its files. */
export const START_DEADLINE_MS: number = 30 * SECOND;
/** Most processes that run at the same time in one home. */
export const RUNNING_MAX: number = 4_096;
/** How long the login environment captured for `shell: "cached"` is used before it is captured again. */
export const LOGIN_ENVIRONMENT_AGE_MS: number = 10 * MINUTE;
/** How long capturing the login environment may take. */
export const LOGIN_ENVIRONMENT_DEADLINE_MS: number = 10 * SECOND;

/** Longest time limit that may be asked for, in seconds: a year. */
export const TIME_LIMIT_MAX_SECONDS: number = 365 * 24 * 3600;
/** Smallest memory limit that may be asked for, in MiB: below it not even a shell starts. */
export const MEMORY_MAX_FLOOR_MB: number = 4;
/** Largest number that a limit on memory (MiB: a pebibyte), processes or CPU may have; above it, leave it out. */
export const RESOURCE_LIMIT_MAX: number = 1024 ** 3;
/** Highest niceness (nice(2)). */
export const NICE_MAX: number = 19;
/** Size of a terminal unless asked otherwise (original). */
export const TERMINAL_ROWS: number = 30;
export const TERMINAL_COLUMNS: number = 120;
/** Largest size of a terminal that may be asked for, each way: a screen of it is 4 MiB of characters at most. */
export const TERMINAL_SIDE_MAX: number = 1_000;
/** How long setting the size of a terminal may take. */
export const RESIZE_DEADLINE_MS: number = 2 * SECOND;

/** Longest line, without its end, that a terminal in canonical mode takes; it drops the rest without a word (termios(3), N_TTY_BUF_SIZE). */
export const TERMINAL_LINE_MAX_BYTES: number = 4_095;
/** Bytes of one write to an input: the kernel takes all of so many or nothing (pipe(7), PIPE_BUF), so no character is cut in two. */
export const INPUT_SLICE_BYTES: number = 4 * KIB;
/** Bytes that may wait in front of a terminal whose program does not read; `script` itself would hold any number of them. */
export const TYPED_AHEAD_MAX_BYTES: number = 256 * KIB;
/** How long a terminal may take nothing of a long text before that is told: a program that reads takes some within it. */
export const TYPE_PATIENCE_MS: number = 1 * SECOND;
/** Time between two attempts. */
export const TYPE_LOOK_MS: number = 5;
/** Keys of one call. */
export const KEYS_MAX: number = 1_000;
/** Longest name of a key, in characters. */
export const KEY_MAX_CHARS: number = 64;
/** Longest text that is pasted in one call, in characters. */
export const PASTE_MAX_CHARS: number = 4 * MIB;
/** Longest secret, in characters. */
export const SECRET_MAX_CHARS: number = 64 * KIB;
/** Typed secrets that are masked in what is told of one process; the oldest is forgotten. */
export const TYPED_SECRETS_MAX: number = 64;
/** Fewest characters of a typed secret that are masked: shorter ones stand everywhere in an output, and masks would tell where. */
export const TYPED_SECRET_MASKED_FROM_CHARS: number = 4;
/** Least time between two looks for queries in the output of a terminal: a program that waits for an answer waits no longer than that. */
export const QUERY_PACE_MS: number = 10;
/** The longest such pause, for output that flows on and on without a query; it doubles from the least one. */
export const QUERY_PACE_MAX_MS: number = 40;
/** Output that was quiet for so long does not flow. */
export const QUERY_QUIET_MS: number = 100;
/** Bytes at the end of the output that are looked through for queries; one further back is not waited for. Bounds the work in a torrent. */
export const QUERY_LOOK_BYTES: number = 64 * KIB;

/** Longest query to a terminal that is recognised, in bytes behind the escape; the original held 15. */
export const QUERY_MAX_BYTES: number = 32;
/** Most characters of an unfinished sequence that wait until it is known whether it is a query. No query has more; a longer one is shown as it comes. */
export const SEQUENCE_HELD_MAX_CHARS: number = 256;

// ----- The screen of a terminal -----

/** Questions for the place of the cursor whose places an emulator remembers. A program waits for its answer, so few are open. */
export const SCREEN_ASKED_MAX: number = 64;

/** Bytes of a long log that a screen is built from: an emulator takes 20 to 30 MB/s, and a person waits no longer than 100 ms. */
export const SCREEN_FEED_BYTES: number = 1 * MIB;
/** How far back the last clear is looked for when there is none in those: a full-screen program that repaints itself only in parts. */
export const SCREEN_LOOKBACK_BYTES: number = 4 * MIB;
/** How far back the modes of the terminal (alternate screen, cursor keys) are looked for: 8 ms of searching. */
export const SCREEN_MODES_BYTES: number = 16 * MIB;
/** Characters that an emulator takes in one go, 1 ms, before others get their turn; 200 ms when each one scrolls a whole screen. */
export const SCREEN_TURN_CHARS: number = 16 * KIB;
/** Longest title or other string that reaches an emulator, in characters: it takes 32 bytes for each, up to ten million of them. */
export const SCREEN_STRING_MAX_CHARS: number = 4 * KIB;
/** Most marks on one character: no script has more than a few, and an emulator keeps all of them in one place. */
export const SCREEN_MARKS_MAX: number = 12;
/** Emulators kept for the processes that were asked for last, each with 1 to 4 MiB; the least recently used one goes first. */
export const SCREENS_MAX: number = 8;
/** An emulator that nobody asked for this long goes. */
export const SCREEN_UNUSED_MS: number = 1 * MINUTE;
/** Rows above the screen that are kept, and may be asked for. */
export const SCREEN_SCROLLBACK_MAX: number = 1_000;
/** Rows above the screen that are redacted together with it: a private key of 16,384 bits has 200 lines. */
export const SCREEN_REDACT_ROWS: number = 256;
/** Most UTF-16 units told of one place of a screen: a character and its marks. */
export const SCREEN_CELL_MAX_CHARS: number = 16;
/** Most characters of the rows of one answer, and of the same in colours; longer rows are cut. A screen of 200 by 500 is 100,000. */
export const SCREEN_ANSWER_MAX_CHARS: number = 1 * MIB;
/** Largest table of the alignment of a redacted text with the original, in places; above it everything between the first and the last mask is one. */
export const SCREEN_ALIGN_MAX: number = 4_000_000;

// ----- Ending -----

/** After the command has ended, how long its output must be quiet before a leftover that holds it open no longer delays the ending. */
export const DRAIN_QUIET_MS: number = 150;
/** The longest that such a leftover may delay the ending: it must be told within a second. */
export const DRAIN_DEADLINE_MS: number = 600;
/** Time between two looks at the drain. */
export const DRAIN_LOOK_MS: number = 5;
/** How long whoever is found of the tree after that has for ending, too, before it counts as left over. */
export const LEFTOVER_MOMENT_MS: number = 30;
/** A look for what endings have left running is not repeated before so many times what it took: who ends meanwhile shares the next. */
export const ENDING_LOOK_PACE: number = 9;
/** The longest such pause. */
export const ENDING_LOOK_PAUSE_MAX_MS: number = 100;
/** Leftovers of one process that are described in an answer or an event; the pids of all are told. */
export const LEFTOVERS_DESCRIBED_MAX: number = 20;
/** Characters of the name of a program that are told. */
export const PROGRAM_NAME_MAX_CHARS: number = 64;
/** How often processes whose shim cannot ring (it was killed, or it is not our child) are looked at. */
export const SWEEP_INTERVAL_MS: number = 2 * SECOND;
/** Time from SIGTERM to SIGKILL (original: `terminal.daemon_term_grace_seconds`). */
export const KILL_GRACE_MS: number = 2 * SECOND;
/** Processes that a sweep ends at the same time: each waits for its grace, and looks at all processes every few milliseconds. */
export const KILLS_AT_ONCE_MAX: number = 16;
/** How long a kill waits for the kernel to take the next of the killed ones away before it calls them survivors (original). */
export const KILL_SETTLE_MS: number = 1 * SECOND;
/** How long the shim of a tree that is gone may take to write its receipt: on a machine that is overloaded it waits for its turn. */
export const KILL_RECEIPT_MS: number = 10 * SECOND;
/** Time between two looks at the tree during a kill. */
export const KILL_LOOK_MS: number = 10;
/** How long a process that ignores the signal may take to end because its children have, before SIGKILL. */
export const KILL_IGNORING_MS: number = 250;
/** Most looks for what was forked while a tree was being stopped. A tree that forks every 5 ms is still after two or three. */
export const FREEZE_ROUNDS_MAX: number = 20;
/** How long `ps`, `taskkill` or PowerShell may take, where the process table is one of theirs. */
export const PROCESS_TOOL_DEADLINE_MS: number = 10 * SECOND;

/** Processes of one tree whose memory is measured before a kill and for `show`: each takes 50 µs or more. */
export const MEASURED_PROCESSES_MAX: number = 64;
/** Pause before a process that has outlived the kill at its time limit is killed again. */
export const TIME_LIMIT_RETRY_MS: number = 10 * SECOND;
/** The longest that a timer is set for: it counts 2^31 ms, some 24 days. Then it is set again. */
export const TIMER_MAX_MS: number = 24 * DAY;
/** A process that prints nothing for this long while it burns {@link BUSY_SHARE} of a core is told as busy and silent. */
export const BUSY_SILENT_MS: number = 60 * MINUTE;
/** Part of one core that counts as all of it: a busy machine does not give more. */
export const BUSY_SHARE: number = 0.9;
/** How old the CPU times may be that say so: to read them costs a look at all processes. */
export const BUSY_LOOK_MS: number = 30 * SECOND;

// ----- Usage -----

/** Points of the life of a process that are kept: enough for a plot as wide as a page. When they are full, each two neighbours become one. */
export const USAGE_POINTS_MAX: number = 240;
/** How old what a process uses now may be, while somebody looks. */
export const USAGE_AGE_MS: number = 1 * SECOND;
/** A look at what all of them use is not repeated before so many times what it took: a tenth of one core while somebody looks. */
export const USAGE_LOOK_PACE: number = 10;
/** How often it is looked at while nobody looks, for the plots of a life: 1,000 idle processes cost a thousandth of one core so. */
export const USAGE_REST_MS: number = 60 * SECOND;
/** How often the points of a running process are written down: that much of a plot is lost with a crash. */
export const USAGE_SAVE_MS: number = 10 * 60 * SECOND;
/** Events whose way is remembered for the time line of a home: some hours of a busy one, at most about 2 MiB. */
export const EVENT_HISTORY_MAX: number = 500;
/** Processes of one tree that are told one by one. */
export const TREE_MEMBERS_MAX: number = 200;
// ----- Elsewhere -----

/** A process counts as lost when its environment has not answered for so long: a machine has restarted by then. */
export const ENVIRONMENT_LOST_AFTER_MS: number = 2 * MINUTE;
/** Between two looks of a kill at a tree in another environment, where a look costs a round trip. */
export const KILL_ELSEWHERE_LOOK_MS: number = 200;
/** How long a kill in another environment waits for the receipt: it comes with the next look at that environment, at most some seconds later. */
export const KILL_ELSEWHERE_RECEIPT_MS: number = 20 * SECOND;
/** How long `show` waits for the living pids of a process in another environment: a look there takes a tenth of that. */
export const SHOW_ELSEWHERE_MS: number = 2 * SECOND;
/** How long a registry that lets go waits for its connections to close. */
export const ELSEWHERE_CLOSE_MS: number = 3 * SECOND;
/** The longest pause before a kill that did not reach its environment is tried again, while that answers otherwise. */
export const KILL_ELSEWHERE_RETRY_MAX_MS: number = 1 * MINUTE;
/** Most characters of the name of an environment. */
export const ENVIRONMENT_NAME_MAX_CHARS: number = 1_024;
/** How long the outputs of a command that has ended may be quiet before what holds them open is not waited for (original: three looks of 100 ms). */
export const CALL_DRAIN_QUIET_MS: number = 300;
/** The same for what prints on and on. */
export const CALL_DRAIN_DEADLINE_MS: number = 2 * SECOND;
/** Most bytes of each output of one call in an environment; the rest is dropped, and the answer says so. */
export const CALL_OUTPUT_MAX_BYTES: number = 64 * MIB;
/** Time from SIGTERM to SIGKILL for a call whose time is up (original). */
export const CALL_GRACE_MS: number = 1 * SECOND;
/** How long it may take to end, in the environment, what a call has left there when its time was up. */
export const CALL_KILL_DEADLINE_MS: number = 10 * SECOND;
/** Longest text in an error that another program said. */
export const CALL_MESSAGE_MAX_CHARS: number = 500;
/** How long connecting to another machine may take, with its greeting, keys and login. */
export const SSH_CONNECT_DEADLINE_MS: number = 15 * SECOND;
/** How often a machine is asked over SSH whether it is still there. */
export const SSH_KEEPALIVE_MS: number = 5 * SECOND;
/** So many unanswered in a row, and the connection is given up: a dead one is noticed within 15 s. */
export const SSH_KEEPALIVES_UNANSWERED_MAX: number = 2;
/** Calls that run at the same time over one SSH connection; more wait. sshd allows 10 sessions (MaxSessions). */
export const SSH_CALLS_MAX: number = 8;
/** The rest of them is for ending what calls have left there. */
export const SSH_ENDINGS_MAX: number = 2;
/** How long a machine that has nothing else of ours to run may refuse a session before that counts as its answer. */
export const SSH_SESSION_DEADLINE_MS: number = 10 * SECOND;
/** How long a connection that we close may take to say goodbye. */
export const SSH_CLOSE_DEADLINE_MS: number = 1 * SECOND;
/** Most bytes of a command line for a login shell: Linux passes 128 KiB as one argument, with a zero at its end. */
export const SSH_LINE_MAX_BYTES: number = 128 * KIB - 1;
/** How long an engine may take to list a container that is being made by another connection of ours: a slow disk and then some. */
export const DOCKER_TWIN_DEADLINE_MS: number = 10 * SECOND;
/** How long it may take until an engine says that a container has ended, after all that ran in it has. */
export const DOCKER_END_NOTICED_MS: number = 1 * SECOND;
/** How long it may take to ask a program for its version. */
export const USABILITY_DEADLINE_MS: number = 5 * SECOND;

/** The least pause between two looks at an environment that has news. */
export const ENVIRONMENT_PACE_MS: number = 100;
/** The longest, when nothing happens there: an ending is noticed within it. */
export const ENVIRONMENT_PACE_MAX_MS: number = 2 * SECOND;
/** How much longer each pause is than the one before while nothing happens. */
export const ENVIRONMENT_PACE_GROWTH: number = 1.5;
/** The first pause after a look that failed; it doubles. */
export const ENVIRONMENT_RETRY_MS: number = 250;
/** The longest such pause: who comes back after an hour is noticed within a minute. */
export const ENVIRONMENT_RETRY_MAX_MS: number = 1 * MINUTE;
/** Bytes of output that one look brings, shared by the processes that print. Bounds memory here, and how long one call takes. */
export const ENVIRONMENT_LOOK_BYTES: number = 4 * MIB;
/** Fewest bytes that one process may send in a look, however many print. */
export const ENVIRONMENT_SHARE_MIN_BYTES: number = 16 * KIB;
/** Processes of one look; more are asked in several calls. Their names make 15 KiB, well within one argument. */
export const ENVIRONMENT_LOOK_PROCESSES: number = 250;
/** Between two looks at an environment that prove each shim there to be itself; the others see only whether something has its pid. */
export const ENVIRONMENT_PROOF_MS: number = 30 * SECOND;
/** How long one call may take: a start waits for the shim for 10 s there. */
export const ENVIRONMENT_CALL_DEADLINE_MS: number = 30 * SECOND;
/** How long after that an environment has to say that the time was up, before it counts as one that does not answer. */
export const ENVIRONMENT_CALL_GRACE_MS: number = 5 * SECOND;
/** Bytes that go as one argument where an environment takes no input: each may become four characters, and 128 KiB are one argument. */
export const ENVIRONMENT_ARGUMENT_BYTES: number = 24 * KIB;
/** Bytes typed in one call. */
export const ENVIRONMENT_TYPE_BYTES: number = 256 * KIB;
/** A connection to an environment in which nothing runs is let go after this long. */
export const ENVIRONMENT_IDLE_MS: number = 5 * MINUTE;
/** Processes signalled in one call. */
export const ENVIRONMENT_SIGNALS_MAX: number = 1_000;

// ----- Isolation -----

/** How long the probe for a systemd user scope may take: it bounds a bus that does not answer (original). */
export const SCOPE_PROBE_DEADLINE_MS: number = 3 * SECOND;
/** How long its verdict holds, both ways: the user bus goes with the last logout and comes with lingering (original). */
export const SCOPE_VERDICT_AGE_MS: number = 1 * MINUTE;
/** How long `systemctl stop` may take (original). */
export const SCOPE_STOP_DEADLINE_MS: number = 15 * SECOND;
/** Seconds from SIGTERM to SIGKILL when a scope is stopped: systemd's own 90 would outlast the deadline. */
export const SCOPE_STOP_GRACE_SECONDS: number = 5;
/** The smallest memory limit that a gateway's worker may get, in bytes (original). */
export const WORKER_MEMORY_MIN_BYTES: number = 64 * MIB;
/** The largest one that follows from the machine's memory (original). */
export const WORKER_MEMORY_MAX_BYTES: number = 4 * 1024 * MIB;
/** The one where nothing is known of the machine (original). */
export const WORKER_MEMORY_UNKNOWN_BYTES: number = 1024 * MIB;
/** Tasks of a scope that are ours: the shim, its copier, the programs that they run for a moment, the keeper of the input. */
export const SHIM_TASKS_MAX: number = 16;
/** How long the kernel may take to empty a cgroup that was killed. */
export const CGROUP_STOP_DEADLINE_MS: number = 2 * SECOND;
/** Time between two looks at it. */
export const CGROUP_LOOK_MS: number = 2;

// ----- Waiting -----

/** Seconds that `wait` blocks unless asked otherwise, and the most it blocks (original: `TERMINAL_TIMEOUT`). */
export const WAIT_TIMEOUT_SECONDS: number = 180;
/** The most seconds that a caller with no limit of its own (the CLI) may wait in one call: 24 days, since a timer counts 2^31 ms. */
export const WAIT_TIMEOUT_MAX_SECONDS: number = 24 * 24 * 3600;
/** How long a wait looks through a log before others get their turn. */
export const MATCH_TURN_MS: number = 5;
/** Conditions of one wait: each is looked at on its own. */
export const WAIT_CONDITIONS_MAX: number = 16;
/** Processes of one wait. Their outputs together are no longer than one answer of `log`. */
export const WAIT_PROCESSES_MAX: number = 256;

// ----- Keeping -----

/** Ended processes are kept this long (original: durable results, 7 days). */
export const ENDED_KEPT_MS: number = 7 * DAY;
/** Ended processes kept, the newest first (original: 64). One with a queued event is kept whatever this says. */
export const ENDED_KEPT_MAX: number = 64;
/** Time between two prunings. */
export const PRUNE_INTERVAL_MS: number = 1 * MINUTE;
/** Most events waiting in the queue; the oldest is dropped, said once in the log of the daemon. */
export const QUEUE_MAX_EVENTS: number = 10_000;

// ----- The daemon -----

/** An idle daemon (nothing runs, nobody is connected, nothing is pending) leaves after this long. */
export const DAEMON_IDLE_MS: number = 15 * MINUTE;
/** How long a client waits for a daemon that it started. */
export const DAEMON_START_DEADLINE_MS: number = 15 * SECOND;
/** How long `systemctl` and its like may take: they wait for a job of the manager, which may be busy. */
export const SERVICE_TOOL_DEADLINE_MS: number = 10 * SECOND;
/** How long a daemon that the manager has started may take to answer, before one is started without it. */
export const SERVICE_ANSWER_MS: number = 3 * SECOND;
/** Most bytes of one message on the socket: a start carries an environment, which the kernel bounds at 2 MiB. */
export const MESSAGE_MAX_BYTES: number = 8 * MIB;
/** How long a new connection may take to say hello. */
export const HELLO_DEADLINE_MS: number = 10 * SECOND;
/** Most clients connected at the same time. */
export const CONNECTIONS_MAX: number = 1_000;
/** Most calls that one connection may have in progress. */
export const CALLS_PER_CONNECTION_MAX: number = 256;
/** Bytes waiting in a client's socket above which a stream for it pauses. */
export const SOCKET_HIGH_WATER_BYTES: number = 256 * KIB;
/** Longest path of a Unix socket, in bytes (unix(7): 108 with the closing zero). */
export const SOCKET_PATH_MAX_BYTES: number = 107;
/** Most bytes of the daemon's own log; at this size it is begun again, with one older file kept. */
export const DAEMON_LOG_MAX_BYTES: number = 1 * MIB;

/** Bytes of answers that a client may leave unread; above them it is disconnected. Two of the longest messages. */
export const UNREAD_MAX_BYTES: number = 2 * MESSAGE_MAX_BYTES;
/** Most bytes of events in one answer of `drain`; the rest follows in the next one. Half a message, since JSON escapes grow it. */
export const DRAIN_ANSWER_MAX_BYTES: number = MESSAGE_MAX_BYTES / 2;
/** How long a connection that is being closed may take to read what was said last. */
export const GOODBYE_MS: number = 1 * SECOND;
/** Time between two looks for the socket of a daemon that is starting. */
export const DAEMON_LOOK_MS: number = 5;
/** How long a client goes on looking when another program owns the home: a daemon needs that long to begin or to leave. */
export const HOME_IN_USE_PATIENCE_MS: number = 5 * SECOND;
/** Time between two attempts to start a daemon while the home is in use. */
export const DAEMON_RETRY_MS: number = 200;
/** How many connections in a row may break at once before `wait`, `events` and `follow` give up: a daemon that dies of the question is not asked for ever. */
export const RECONNECTS_MAX: number = 5;
/** A connection that lasted this long did not break at once. */
export const CONNECTION_STABLE_MS: number = 1 * SECOND;

// ----- Arguments -----

/** Longest id, prefix or name that is looked up, in characters. */
export const ID_MAX_CHARS: number = 128;
/** Longest short text (a task, a conversation, a source, a search text), in characters. */
export const SHORT_TEXT_MAX_CHARS: number = 1_000;
/** Longest path, in characters (limits.h: PATH_MAX). */
export const PATH_MAX_CHARS: number = 4_096;
/** Longest grace of a kill that may be asked for. */
export const KILL_GRACE_MAX_MS: number = 60 * MINUTE;

// ----- Ids -----

/** Fewest characters after `proc_` that a prefix needs; shorter ones collide (original). */
export const PREFIX_MIN_CHARS: number = 4;

// ----- Redaction -----

/** Most characters between the BEGIN and the END of a private key: the largest in use (RSA, 16,384 bits) has 12,700. */
export const PRIVATE_KEY_MAX_CHARS: number = 16 * KIB;
/** Bytes in front of a part of an output that are looked at with it: a secret of two lines, or of a terminal's rows, begins there. */
export const REDACT_LEAD_BYTES: number = 2 * KIB;
/** Redaction works on pieces of this many characters, cut at line ends: regular expressions overflow on tokens of 10 million. */
export const REDACT_PIECE_CHARS: number = MIB;
/** Shortest value of a secret variable that is masked wherever it stands: a shorter one stands in ordinary words as well. */
export const SECRET_VALUE_MIN_CHARS: number = 8;
/** Most values of one environment that are masked: each costs a search through every text. */
export const SECRET_VALUES_MAX: number = 64;
/** Most secrets that a user may name (original). */
export const VAULT_VALUES_MAX: number = 64;

// ----- Notices -----

/** Most events of one process in this time: each costs its owner a turn of a model (original). */
export const WATCH_INTERVAL_MS: number = 15 * SECOND;
/** Windows in a row with dropped matches after which watching is given up (original). */
export const WATCH_STRIKES_MAX: number = 3;
/** Matches told over the life of a process; a pattern that recurs slower than the window would go on for days (original #93513). */
export const WATCH_HITS_MAX: number = 8;
/** Matches over all processes in {@link BREAKER_WINDOW_MS} above which none are told for {@link BREAKER_PAUSE_MS} (original). */
export const BREAKER_MATCHES_MAX: number = 15;
export const BREAKER_WINDOW_MS: number = 10 * SECOND;
export const BREAKER_PAUSE_MS: number = 30 * SECOND;
/** Lines of a watch match (original). */
export const WATCH_LINES_MAX: number = 20;
/** Characters of a watch match (original). */
export const WATCH_OUTPUT_CHARS: number = 2_000;
/** Patterns of one process. */
export const WATCH_PATTERNS_MAX: number = 32;
/** Characters of one pattern. */
export const WATCH_PATTERN_MAX_CHARS: number = 1_000;
/** How long an unfinished last line must be quiet before it is matched: a prompt has no newline. */
export const WATCH_QUIET_MS: number = 300;
/** Bytes of one line that are matched; the rest of a longer line is matched as a line of its own. */
export const WATCH_LINE_MAX_BYTES: number = 64 * KIB;
/** Bytes that are matched in one go when each line must be decoded for a regular expression: others get their turn between two. */
export const WATCH_COSTLY_READ_BYTES: number = 128 * KIB;
/** Steps of one regular expression: time grows with them, and the worst there is takes 0.3 s for a line of 64 KiB at this size. */
export const EXPRESSION_MAX_STEPS: number = 500;
/** Least time between two writes of how far a log was looked through when nothing is told: after a crash that much is looked through again. */
export const WATCH_SAVE_MS: number = 5 * SECOND;
/** Longest pause between two looks at a log that grows all the time: begins with {@link FOLLOW_PACE_MS}, doubles, and ends when it is quiet. */
export const WATCH_PACE_MAX_MS: number = 400;
/** Time between two glances in such a pause, whether a torrent has begun: at 1 GiB/s less than the log keeps comes in it. */
export const WATCH_GLANCE_MS: number = 40;
/** Pause after a log could not be read. */
export const WATCH_RETRY_MS: number = 1 * SECOND;
/** Least seconds between two heartbeats (original): it is a sign of life, not a poll. */
export const HEARTBEAT_MIN_SECONDS: number = 60;
/** Most seconds between two heartbeats. */
export const HEARTBEAT_MAX_SECONDS: number = 30 * 24 * 3600;
/** Characters of output in a heartbeat (original). */
export const HEARTBEAT_OUTPUT_CHARS: number = 2_000;
/** How often it is looked whether a heartbeat is due (original: 5 s). */
export const HEARTBEAT_TICK_MS: number = 5 * SECOND;
/** Seconds that a process may take to be ready, unless asked otherwise. */
export const READY_TIMEOUT_SECONDS: number = 120;
/** Most of them. */
export const READY_TIMEOUT_MAX_SECONDS: number = 24 * 3600;
/** Time between two looks at a port. */
export const READY_LOOK_MS: number = 100;
/** How long a page may take to answer before it is asked again. */
export const READY_HTTP_DEADLINE_MS: number = 5 * SECOND;
/** How long a stranger may hold the port before it counts as taken: an old server that is told to end has {@link KILL_GRACE_MS}. */
export const READY_TAKEN_GRACE_MS: number = 3 * SECOND;
/** How old the ports in an answer may be. */
export const PORTS_AGE_MS: number = 500;
/** A look at the sockets of the host, or at who holds them, is not repeated before so many times what it took: a twentieth of one core. */
export const SOCKET_LOOK_PACE: number = 20;
/** The longest such pause between two looks at the sockets. */
export const SOCKET_LOOK_PAUSE_MAX_MS: number = 1 * SECOND;
/** The longest between two looks at who holds them: beside 4,000 processes one takes 200 ms. */
export const HOLDER_LOOK_PAUSE_MAX_MS: number = 5 * SECOND;
/** How often it is looked for the holder of a new socket before it counts as one that may not be looked at. */
export const SOCKET_LOOKS_MAX: number = 3;
/** Descriptors of one process that are looked at. A server opens what it listens on first, and the kernel gives the lowest number. */
export const DESCRIPTORS_LOOKED_AT_MAX: number = 4_096;
/** Ancestors that are asked whose job a process is. */
export const ANCESTORS_MAX: number = 64;
/** Characters of output in a `ready` or `not_ready` event. */
export const READY_OUTPUT_CHARS: number = 1_000;
/** Characters of the prompt in an `awaiting_input` event. */
export const PROMPT_CHARS: number = 500;
/** How long the output must be quiet before it is asked whether a process waits for input: one that prints on does not. */
export const INPUT_QUIET_MS: number = 300;
/** Longest pause between two looks at a quiet process; they double from {@link INPUT_QUIET_MS}. A program may begin to read without a word. */
export const INPUT_LOOK_MAX_MS: number = 5 * SECOND;
/** How long `stty` may take to tell the modes of a terminal. */
export const MODES_DEADLINE_MS: number = 2 * SECOND;
/** Processes of one tree that are looked at for a terminal: a build may start thousands. */
export const TREE_LOOK_MAX: number = 500;
/** Descriptors that one call may wait for; what waits for more is a server. */
export const AWAITED_DESCRIPTORS_MAX: number = 1_024;
/** Bytes of output that are looked through for the alternate screen at one look. */
export const SCREEN_LOOK_MAX_BYTES: number = MIB;
/** Events of one owner in {@link BUDGET_WINDOW_MS} that are told one by one; completions always are. */
export const BUDGET_EVENTS_MAX: number = 60;
export const BUDGET_WINDOW_MS: number = 60 * MINUTE;
/** Owners whose budgets are remembered; the one quiet for longest goes first. */
export const BUDGET_OWNERS_MAX: number = 1_000;
/** Pairs of a process and a type that are counted by name in one budget; further ones together. Bounds what is written with each event. */
export const BUDGET_NAMED_MAX: number = 200;
/** Processes that the event about merged events names. */
export const BUDGET_TOLD_PROCESSES_MAX: number = 20;
/** How often it is looked whether the breaker or a budget has something to tell. */
export const FLOW_TICK_MS: number = 2 * SECOND;
/** Most characters of the note of a process that is handed over: it is to be one sentence. */
export const HANDOFF_NOTE_MAX_CHARS: number = 1_000;
/** Characters of a goal in the line that says whose process it is (original). */
export const ATTRIBUTED_GOAL_CHARS: number = 120;
/** Characters of an error in the notice that one task of a delegation has failed (original). */
export const DELEGATION_ERROR_CHARS: number = 400;
/** Characters of a command that a subagent has handed over (original). */
export const HANDED_OFF_COMMAND_CHARS: number = 120;
/** Characters of a command that the result of a delegation only mentions (original). */
export const MENTIONED_COMMAND_CHARS: number = 100;
/** Characters of a command or a goal in a title (original). */
export const TITLE_TEXT_CHARS: number = 80;
/** Seconds that a one-shot program lingers for the processes that it is to be told of (original). */
export const LINGER_SECONDS: number = 600;
/** Commands and posts that wait to be done; the oldest is dropped, said once in the log. */
export const CALLBACKS_MAX: number = 10_000;
/** Of them at work at the same time. */
export const CALLBACKS_AT_ONCE_MAX: number = 8;
/** Pause before a post is tried again; it doubles each time. */
export const CALLBACK_PAUSE_MS: number = 1 * SECOND;
/** The longest pause. */
export const CALLBACK_PAUSE_MAX_MS: number = 10 * MINUTE;
/** How long a post is tried. */
export const CALLBACK_KEPT_MS: number = 1 * DAY;
/** How long an address may take to answer. */
export const CALLBACK_DEADLINE_MS: number = 10 * SECOND;
/** How often it is looked whether one is due again. */
export const CALLBACK_TICK_MS: number = 1 * SECOND;
/** Most bytes of an event that a host puts into the queue. */
export const POSTED_EVENT_MAX_BYTES: number = MIB;

/** Characters of output in the notice of a subagent's process (original). */
export const ATTRIBUTED_OUTPUT_CHARS: number = 600;

// ----- The tool `terminal` -----

/** Seconds that a command in the foreground has unless asked otherwise or set by `TERMINAL_TIMEOUT` (original). */
export const FOREGROUND_SECONDS: number = 180;
/** Most of them that may be asked for, unless set by `TERMINAL_MAX_FOREGROUND_TIMEOUT`; what needs more is started in the background (original). */
export const FOREGROUND_MAX_SECONDS: number = 600;
/** Seconds between two looks of a gateway at a process whose end it is to show (original). */
export const WATCHER_SECONDS: number = 5;

// ----- MCP and HTTP -----

/** Seconds of a `wait` that a client of MCP asked for without a time and without progress: many give up on an answer after 60. */
export const MCP_WAIT_SECONDS: number = 50;
/** Time between two notifications of progress: often enough to keep a client's clock from running out. */
export const MCP_PROGRESS_MS: number = 2 * SECOND;
/** Shortest time between two notifications that one log has grown: each makes a client read it again. */
export const MCP_UPDATE_MS: number = 500;
/** Logs that one conversation may watch at the same time; each is a follower in the daemon. */
export const MCP_WATCHED_MAX: number = 64;
/** Most bytes of events that one answer carries besides its own; the rest comes with the next one. */
export const MCP_EVENTS_MAX_BYTES: number = 64 * KIB;
/** Conversations, and sessions of older clients, that the HTTP server keeps; the idle one that was used longest ago goes first. */
export const MCP_HTTP_KEPT_MAX: number = 64;
/** Ids that are known to be of a caller; above it they are looked up again. */
export const MCP_KNOWN_IDS_MAX: number = 10_000;
/** Most bytes of the body of a request over HTTP: as long as the official SDK takes. */
export const HTTP_BODY_MAX_BYTES: number = 4 * MIB;
/** Most connections over HTTP at the same time. */
export const HTTP_CONNECTIONS_MAX: number = 256;
/** Requests a second over HTTP for the page, on average: typing and scrolling need some tens. */
export const WEB_REQUESTS_PER_SECOND_MAX: number = 200;
/** How many of them may come at once. */
export const WEB_REQUESTS_BURST_MAX: number = 400;
/** Most pages and programs that get what changes pushed at the same time. */
export const WEB_STREAMS_MAX: number = 64;
/** Most processes whose output one stream carries. */
export const WEB_STREAM_OUTPUTS_MAX: number = 8;
/** Bytes of a log that one request looks through; then it answers, and the page asks on: nobody waits for a whole log without a sign. */
export const WEB_FIND_BYTES_MAX: number = 4 * MIB;
/** Lines found after which it answers, at the end of the part that it is in. */
export const WEB_FIND_HITS_MAX: number = 200;
/** How often the list is looked at while a page shows it, and longer where a look takes long (see {@link USAGE_LOOK_PACE}). */
export const WEB_LIST_PACE_MS: number = 1 * SECOND;
/** How long a page may leave everything unread before its stream is ended; it asks again when it is awake. */
export const WEB_STALL_MS: number = 30 * SECOND;
/** How often a stream says that it is alive, so that a broken connection is noticed. */
export const WEB_ALIVE_MS: number = 15 * SECOND;
/** Random bytes of the token. */
export const TOKEN_BYTES: number = 32;
/** Characters of events that one hook of a coding agent prints, unless a single one is longer; Claude Code reads 10,000. */
export const HOOK_OUTPUT_MAX_CHARS: number = 9_000;
/** Most bytes that an agent says about its hook: it may hold the result of a tool. */
export const HOOK_INPUT_MAX_BYTES: number = 64 * MIB;

// ----- Results of the tools -----

/** Most characters of output in one result of a tool: about 12,000 tokens, which a model can still read in one turn. */
export const TOOL_RESULT_MAX_CHARS: number = 50_000;
/** Most characters of a command in one result of a tool: it may hold a whole file, and comes with every answer. */
export const TOOL_COMMAND_MAX_CHARS: number = 2_000;
/** Part of what is kept of an output that is too long that is its beginning: how it went wrong stands at its end. */
export const FIT_HEAD_SHARE: number = 0.4;
/** Processes that a subagent may hand over to its parent (original). */
export const HANDOFFS_MAX: number = 3;
/** Subagents whose handovers are counted; the one that was seen first is forgotten first. */
export const HANDOFF_GIVERS_MAX: number = 1_000;

// ----- The self-test -----

/** How long one trial of `bellhop doctor --self-test` may take: a slow machine needs a tenth of it. */
export const SELF_TEST_TRIAL_MAX_MS: number = 30 * SECOND;
