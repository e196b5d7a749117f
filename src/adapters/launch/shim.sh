#!/bin/sh
# The shim: one a process, between the command and Bellhop, so that neither needs the other.
#
#   sh shim.sh run  DIR PIPES BLOCK SEGMENT KEEP MODE STDIN UMASK PATH SETSID SHELL ARG...
#   sh shim.sh copy DIR PIPES BLOCK SEGMENT KEEP MODE
#   sh shim.sh adopt DIR PIPES BLOCK SEGMENT KEEP MODE STDIN PID START
#   sh shim.sh term DIR UMASK PATH ROWS COLUMNS MARK SHELL_VARIABLE SHELL ARG...      (in the terminal; the shim starts it)
#
# DIR          the directory of the process        PIPES  where the named pipes are (DIR, or elsewhere when DIR has no pipes)
# BLOCK        bytes of one read                   SEGMENT  bytes of a log segment       KEEP  segments kept
# MODE         quick, or careful: every byte that is read is counted, so that a loss is told exactly
# STDIN        null, pipe, or tty: a terminal by `script`. Then SHELL ARG... is one word, the line that calls `term`. Or
#              held: a terminal that was made before. Then SHELL is its device, and ARG... are the words that call `term`;
#              0 is its master, and 3 its slave
# UMASK, PATH  those of the command
# SETSID       the path of that program; empty = use what macOS has in its place
# PID, START   of a command that runs already, and when it started (field 22 of proc_pid_stat(5); empty = unknown). It is a
#              child of another program, the adopter. Descriptors: 3 and 4 are what it prints to, 5 is its input, and 6 ends
#              when the adopter has told how the command ended, or has died
#
# What it leaves in DIR, all that Bellhop needs to know:
#   running                     pid of the shim, and the claim to run the command: it is made with O_EXCL, by the shim or by
#                               a recovery that forbids it, never by both. Behind the pid stands what this shell says: it
#                               names a death by signal ("Killed"), which $? alone cannot, and then the times(1posix) of this
#                               shell and of what it has waited for. Renamed to ended.CODE (atomic,
#                               needs no free space), or to failed when nothing was started
#                               an adopter renames it itself; it is `gone` when nobody can know how the command ended
#   job, copier, keeper         pids; a copier writes its own once it has the pipe open
#   copier.PID                  pid of who takes the place of that copier, which was killed
#   movers                      pids of what carries the output and the input of an adopted command, or of a held terminal
#   tty                         the device of the terminal
#   log.OFFSET                  the output; OFFSET = bytes written before this segment, 15 digits
#   lost.END[.about]            END = bytes read from the command, also those that the disk could not take
#   pipe                        renamed to drained when the last writer has gone
#
# No value ever becomes shell text: all are arguments.

# Standing before a number that may begin with zeros, which a shell would take for octal.
decimal() {
  decimal=${1#"${1%%[!0]*}"}
  decimal=${decimal:-0}
}

# Bytes of a file; 0 when it is not there.
measure() {
  measured=$(wc -c <"$1" 2>/dev/null) || measured=0
  measured=$((${measured:-0} + 0))
}

# Writes the pid of this shell, which may be a subshell, into a file.
tell_pid() {
  if [ -r /proc/self/stat ]; then read -r pid rest </proc/self/stat; else pid=$(exec sh -c 'echo $PPID'); fi
  echo "$pid" >"$1"
}

segment_name() {
  name=000000000000000$1
  log=$dir/log.${name#"${name%???????????????}"}
}

# Drops the oldest segments until fewer than $1 are left.
drop_oldest() {
  most=$1
  set -- "$dir"/log.*
  while [ "$#" -ge "$most" ]; do
    rm -f "$1"
    shift
  done
}

# Everything up to $1 was read, and not all of it was stored. $2 = .about when more than that may be lost.
note_loss() {
  for old in "$dir"/lost.*; do
    case $old in *.about) set -- "$1" .about ;; esac
    mv -f "$old" "$dir/lost.$1$2"
  done
}

next_segment() {
  start=$1 size=0
  segment_name "$start"
  drop_oldest "$keep"
}

# One dd moves up to $left reads of up to $unit bytes, each written at once. $taken = bytes stored, $reads = reads done.
copy_quick() {
  left=$(((segment - size) / unit))
  [ "$left" -lt "$least" ] && left=$least
  said=$(exec dd bs="$unit" count="$left" 2>&1 >>"$log")
  status=$?
  reads=${said%% records in*} reads=${reads##*
}
  taken=${said##*records out} taken=${taken%% byte*} taken=${taken#?}
  case $reads in *[!0-9+]* | '') reads=-1 ;; *) reads=$((${reads%+*} + ${reads#*+})) ;; esac
  case $status$taken in
    0) measure "$log" && taken=$((measured - size)) ;;
    0*[!0-9]*) measure "$log" && taken=$((measured - size)) ;;
  esac
  if [ "$status" != 0 ]; then # The disk is full, or dd was killed: what was in its hands is lost, and nobody can count it.
    measure "$log"
    mode=careful good=0 full=1
    drop_oldest 2
    note_loss "$((start + measured))" .about
    next_segment "$((start + measured))"
    return 0
  fi
  size=$((size + taken))
  fit_unit
  [ "$reads" != "$left" ] && [ "$taken" = 0 -o "$reads" -ge 0 ] && return 1
  return 0
}

# A dd counts reads, not bytes, and must not overrun the segment. So the reads are made about as large as what they bring:
# small writes would have it end after little, and starting it takes longer than copying.
fit_unit() {
  [ "$reads" -gt 0 ] || return 0
  mean=$((taken / reads))
  while [ "$unit" -gt 4096 ] && [ "$((mean * 2))" -le "$unit" ]; do unit=$((unit / 2)); done
  [ "$((mean * 4))" -ge "$((unit * 3))" ] && [ "$((unit * 4))" -le "$block" ] && unit=$((unit * 4))
  return 0
}

# The same, counting what is read on its way past the disk. While the disk is full it is asked again at every read.
copy_careful() {
  count=$least
  [ "$full" = 1 ] && count=1
  read=$(dd bs="$block" count="$count" 2>/dev/null | tee -a "$log" 2>/dev/null | wc -c)
  read=$((read + 0))
  [ "$read" = 0 ] && return 1
  measure "$log"
  if [ "$((measured - size))" = "$read" ]; then
    size=$measured good=$((good + 1)) full=0
    [ "$good" -ge "$good_enough" ] && mode=quick
    return 0
  fi
  good=0 full=1
  [ "$measured" = 0 ] && rm -f "$log"
  drop_oldest 2
  note_loss "$((start + size + read))"
  next_segment "$((start + size + read))"
}

# Ends when the last writer of the pipe has gone.
copy() {
  # PIPE: a dd that outlives its copier says that it read less than a block, to nobody, and must not die of that.
  trap '' HUP INT QUIT TERM PIPE
  cd / && LC_ALL=C && export LC_ALL
  unit=$block good=0 good_enough=256 full=0 least=$(((segment / block + 14) / 15))
  next_segment "$start"
  while :; do
    if [ "$mode" = quick ]; then copy_quick; else copy_careful; fi || break
    [ "$size" -ge "$segment" ] && next_segment "$((start + size))"
  done
  mv -f "$dir/pipe" "$dir/drained"
  [ "$pipes" = "$dir" ] || rm -f "$pipes/pipe"
}

fail() {
  [ -z "${keeper-}" ] || kill -9 "$keeper"
  mv -f "$dir/running" "$dir/failed"
  exit 125
}

lives() {
  { read -r pid name state rest <"/proc/$1/stat" && [ "$state" != Z ]; } 2>/dev/null
}

# The copier, or who has claimed its place last; $1 when no copier has told its pid yet.
find_copier() {
  reading=
  { read -r reading <"$dir/copier"; } 2>/dev/null
  [ -n "$reading" ] || reading=$1
  copier=$reading
  while [ -n "$copier" ] && [ -e "$dir/copier.$copier" ]; do
    read -r copier <"$dir/copier.$copier"
    [ "$copier" != "$reading" ] || break # A pid that came around again.
  done
}

# One of all that try takes the place of the dead copier $1: two readers would mix up the order. With its pid in it at once.
claim_place() {
  tell_pid "$dir/new.$$"
  ln "$dir/new.$$" "$dir/copier.$1" 2>/dev/null
  claimed=$?
  rm -f "$dir/new.$$"
  return "$claimed"
}

tell_copier() {
  tell_pid "$dir/new.$$"
  mv -f "$dir/new.$$" "$dir/copier"
}

# Where an earlier copier stopped.
resume() {
  start=0
  for last in "$dir"/log.*; do :; done
  if [ -e "$last" ]; then
    decimal "${last##*/log.}"
    measure "$last"
    start=$((decimal + measured))
  fi
  for last in "$dir"/lost.*; do :; done
  last=${last##*/lost.} last=${last%.about}
  case $last in *[!0-9]*) ;; *) [ "$last" -gt "$start" ] && start=$last ;; esac
}

# Takes a terminal. What carries its output ends when nobody has the slave open any more, and this shell is one who has,
# until the command has ended: nothing that it printed is lost. What carries its input ends as a keeper does.
hold_terminal() {
  exec 5<&0 </dev/null 9<>"$input"
  carry 5 7
  carry 9 5
  keeper=$!
  exec 5>&- 9>&-
}

# Carries bytes from one descriptor to another until one of them ends; not before the command $3 says yes.
carry() {
  (
    exec <&"$1" >&"$2" 2>/dev/null # Named here: a shell takes the input away from what it runs in the background.
    exec 3>&- 4>&- 5>&- 6>&- 7>&- 8<&- 9<&-
    trap '' HUP INT QUIT TERM
    ${3-:} || exit 1
    exec cat
  ) &
  echo $! >>"$dir/movers"
}

# Waits until the adopter can let go. Who carries the streams is there before, so that the command does not lose its readers
# with this shell; and touches nothing before, because the adopter still may have to take everything back.
handed_over() {
  until [ -s "$dir/job" ]; do
    kill -0 "$$" || return 1
    sleep 0.01
  done
}

# Whether the adopted command has not ended. A zombie has.
command_lives() {
  [ -d /proc/self ] || { kill -0 "$command"; return; }
  read -r stat <"/proc/$command/stat" || return 1
  set -- ${stat##*) }
  [ "$1" != Z ] && [ "${20}" = "${born:-${20}}" ]
}

# Takes the output and the input of a command that runs already. It is told when that has ended, without asking; only
# when there is nobody left to tell it, it asks.
watch_over() {
  carry 3 7 handed_over
  carry 4 7 handed_over
  [ "$stdin" != pipe ] || carry 9 5 handed_over
  echo "$command" >"$dir/job" || fail # From here on the adopter lets go.
  exec 2>/dev/null
  exec 3>&- 4>&- 5>&- 7>&- 9<&-
  (exec 8<&- && exec cat <&6) # In the foreground, so that a copier that was killed is buried meanwhile.
  exec 6>&-
  while [ -e "$dir/running" ] && command_lives; do sleep 0.2; done
}

# Inside the terminal that `script` has made, or that was made before: between it and the command, and leader of its
# session, so that a death by signal is told as everywhere (`script` itself says no more than 128+n). What started this
# shell had no mark, so it is no part of the tree that a kill looks for. It dies of a hangup, as the leader of a session
# must: only then does the kernel hang up on the command as well.
terminal() {
  dir=$1 mask=$2 command_path=$3 rows=$4 columns=$5 mark=$6
  trap : INT QUIT TERM
  stty sane rows "$rows" columns "$columns" iutf8 2>/dev/null || stty sane rows "$rows" columns "$columns" 2>/dev/null
  # What is said of a program that is missing would stand in the output of the command.
  { tty || readlink /proc/self/fd/0; } >"$dir/tty" 2>/dev/null
  if [ -n "$7" ]; then export SHELL="$7"; else unset SHELL; fi
  shift 7
  exec 2>>"$dir/running"
  (
    exec 2>&1
    tell_pid "$dir/job"
    umask "$mask"
    export BELLHOP_PROC_ID="$mark" PATH="$command_path"
    exec "$@"
  )
  exit "$?"
}

verb=$1 dir=$2 pipes=$3 block=$4 segment=$5 keep=$6 mode=$7
umask 077
command_path=${10-}
PATH=${PATH:+$PATH:}/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/run/current-system/sw/bin

if [ "$verb" = term ]; then
  shift
  terminal "$@"
fi

if [ "$verb" = copy ]; then
  find_copier
  [ -n "$copier" ] || exit 0
  lives "$copier" && exit 0
  claim_place "$copier" || exit 0
  exec 7<>"$pipes/pipe" 8<"$pipes/pipe" || exit 0
  tell_copier
  resume
  exec <&8 >/dev/null 2>&1 7>&- 8<&-
  copy
  exit 0
fi

if [ "$verb" = adopt ]; then
  stdin=$8 command=$9 born=${10}
else
  stdin=$8 mask=$9 setsid=${11}
  shift 11
fi

set -C
echo $$ >"$dir/running" || exit 125
set +C
exec 2>>"$dir/running"
trap : HUP INT QUIT TERM

[ -p "$pipes/pipe" ] || mkfifo "$pipes/pipe" || fail
# 7 writes: while it is open the copier sees no end. 8 reads: the pipe outlives its copier.
exec 7<>"$pipes/pipe" 8<"$pipes/pipe" || fail
start=0
[ "$verb" = run ] || resume # What it has printed before is in the log already.
(
  # With exec: redirections of a call are undone after it, so a shell keeps the old descriptors, and 7 would stay open.
  exec <&8 >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8<&-
  tell_pid "$dir/copier"
  : >"$dir/lost.0"
  copy
) &
first=$!

input=/dev/null keeper=
if [ "$stdin" = pipe ]; then # A sleeper keeps the input open; killing it is end of file.
  input=$pipes/in
  [ -p "$input" ] || mkfifo "$input" || fail
  exec 9<>"$input" >"$input" || fail
  (
    exec </dev/null 2>/dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8<&- 9>&-
    trap '' HUP INT QUIT TERM
    exec sleep 2147483647
  ) &
  keeper=$!
  echo $! >"$dir/keeper"
  if [ "$verb" = adopt ]; then exec 9<"$input"; else exec 9>&-; fi
  exec >/dev/null
fi

if [ "$stdin" = tty ] || [ "$stdin" = held ]; then # It is never at its end: who wants that types it (^D).
  input=$pipes/in
  [ -p "$input" ] || mkfifo "$input" || fail
fi
[ "$stdin" != held ] || hold_terminal

if [ "$verb" = adopt ]; then
  watch_over
  code=0 receipt=gone
else
  # In a subshell, so that the redirections are not this shell's own: it would say "Killed" into the log. The subshell
  # becomes the command, so its pid is known before anything of it runs.
  (
    if [ "$stdin" = tty ]; then
      exec <>"$input" >"$pipes/pipe" 2>&1 7>&- 8<&- || exit 125
      unset BELLHOP_PROC_ID
      SHELL=/bin/sh exec script -qefc "$1" /dev/null
    fi
    if [ "$stdin" = held ]; then # It becomes the terminal of the session whose leader opens it first.
      exec >"$pipes/pipe" 2>&1 3>&- 7>&- 8<&- || exit 125
      unset BELLHOP_PROC_ID
      set -- /bin/sh -c 'exec <>"$0" >&0 2>&0 && exec "$@"' "$@"
    else
      exec <"$input" >"$pipes/pipe" 2>&1 7>&- 8<&- || exit 125
      tell_pid "$dir/job"
      umask "$mask"
      PATH=$command_path
    fi
    [ -z "$setsid" ] || exec "$setsid" "$@"
    exec /usr/bin/perl -e 'use POSIX (); POSIX::setsid(); exec { $ARGV[0] } @ARGV or exit 127' "$@"
  )
  code=$?
  receipt=ended.$code
fi
exec 3>&- 7>&-
[ -z "$keeper" ] || kill -9 "$keeper"
[ "$verb" = adopt ] || { times >>"$dir/running"; } 2>/dev/null
mv -f "$dir/running" "$dir/$receipt"

# What the command wrote last may still be in the pipe, and is lost with the pipe's last reader. This shell is one, so it stays:
# until its own copier has ended, and then, if that was killed, until another one has the pipe open, or it is one itself.
while lives "$first"; do wait "$first"; done # A signal ends a wait, too.
while [ -d /proc/self ] && [ -e "$dir/pipe" ]; do
  find_copier "$first"
  if lives "$copier"; then
    [ "$copier" = "$reading" ] && break
    sleep 0.05
  elif [ -e "$dir/pipe" ] && claim_place "$copier"; then
    sleep 0.2 # A reader that the copier has left behind comes first.
    tell_copier
    resume
    exec <&8 >/dev/null 2>&1 8<&-
    copy
  fi
done
exit "$code"
