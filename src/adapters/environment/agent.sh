#!/bin/sh
# The agent: what Bellhop asks of another environment, one call each. Beside it lies the shim, which does all the rest alone.
#
#   sh agent.sh NONCE ENCODING hello
#   sh agent.sh NONCE ENCODING start ID DIRECTORY FILE SESSION BLOCK SEGMENT KEEP
#   sh agent.sh NONCE ENCODING poll  CARE ID OFFSET MOST ...
#   sh agent.sh NONCE ENCODING tree ID | signal SIGNAL PID:START ... | abandon ID | forget ID
#   sh agent.sh NONCE ENCODING write ID FILE LENGTH ... | close ID | resize ID ROWS COLUMNS
#
# NONCE      begins every line of the answer: a login file may print what it likes before, between and behind them
# ENCODING   of bytes in the answer: raw, or the program that makes text of them (base64, openssl, od, hexdump, xxd)
# DIRECTORY  where the command runs; empty = the home directory
# FILE       in `staging`. For start: a shell text that exports variables and adds words to "$@"; for write: the bytes
# CARE       full: each shim is proved to be itself; quick: something has its pid. Shells read a byte at a time, so that costs
# SESSION    path of `setsid`; perl; or empty: there is nothing that makes a session
#
# The answer is lines `NONCE WORD ...`, the last one `NONCE end`. A line `NONCE data LENGTH ...` is followed by that many bytes.
# It needs sh, cat, dd, mkdir, rm and wc; /proc, grep, sed and cut make it see more. No value becomes shell text.

mark=BELLHOP_PROC_ID
block=65536

say() {
  printf '%s\n' "$nonce $*"
}

# Bytes from standard input, behind a line that says how many they are.
encoded() {
  case $encoding in
    base64) base64 ;;
    openssl) openssl base64 ;;
    od) od -An -v -tx1 ;;
    hexdump) hexdump -v -e '16/1 "%02x" "\n"' ;;
    xxd) xxd -p ;;
    *) cat ;;
  esac
  echo
}

say_text() {
  text=$2
  say data "$(($(printf %s "$text" | wc -c)))" "$1"
  printf %s "$text" | encoded
}

# $2 bytes of the file on standard input from place $1 on.
slice() {
  whole=$(($1 / block)) rest=$(($1 % block))
  [ "$whole" = 0 ] || dd bs="$block" skip="$whole" count=0
  [ "$rest" = 0 ] || dd bs="$rest" count=1 of=/dev/null
  whole=$(($2 / block)) rest=$(($2 % block))
  [ "$whole" = 0 ] || dd bs="$block" count="$whole"
  [ "$rest" = 0 ] || dd bs="$rest" count=1
}

moment() {
  sleep 0.02 || sleep 1
}

# An absolute path of program $1, or nothing.
path_of() {
  found=$(command -v "$1")
  case $found in /*) ;; *) found= ;; esac
}

hello() {
  path_of sh && say sh "${found:-/bin/sh}"
  path_of bash && say bash "$found"
  path_of env && say env "$found"
  path_of setsid
  # The shim calls it by this path.
  [ -n "$found" ] || { command -v perl >/dev/null && [ -x /usr/bin/perl ] && found=perl; }
  say session "$found"
  say shell "${SHELL-}"
  say path "$PATH"
  case $(script --version </dev/null) in *util-linux*) [ ! -x "$(command -v stty)" ] || say terminal ;; esac
  for encoder in base64 openssl od hexdump xxd; do
    path_of "$encoder"
    [ -z "$found" ] || { say encoder "$encoder"; break; }
  done
  find "$root/staging" -type f -mmin +60 -exec rm -f {} +
}

# When process $1 started, field 22 of proc_pid_stat(5), and its state. False when it is not there, or only its body.
look_at() {
  born=0 state=
  if [ ! -r /proc/self/stat ]; then
    set -- $(ps -p "$1" -o stat= -o lstart=)
    [ "$#" -ge 6 ] || return 1
    state=${1%"${1#?}"}
    moment_of "$3" "$4" "$5" "$6"
  else
    read -r stat <"/proc/$1/stat" || return 1
    set -- ${stat##*) }
    state=$1 born=${20}
  fi
  [ "$state" != Z ] && [ "$state" != X ]
}

# A number that grows with time, out of what `ps` prints: Nov 30 01:59:02 2026.
moment_of() {
  month=JanFebMarAprMayJunJulAugSepOctNovDec
  month=${month%%"$1"*} time=${3%%:*}${3#*:}
  born=$4$((${#month} / 3 + 10))$(($2 + 10))${time%%:*}${time##*:}
}

# Whether something has the pid. Cheap.
is_there() {
  if [ -d /proc/self ]; then [ -d "/proc/$1" ]; else kill -0 "$1"; fi
}

# Whether process $2 lives and is the one that file $1 was written for; the first time its mark, $3, proves that.
lives() {
  case $2 in '' | *[!0-9]*) return 0 ;; esac
  if [ "$care" = quick ] && [ -e "$1" ]; then
    is_there "$2"
    return
  fi
  look_at "$2" || return 1
  [ -n "$boot" ] || [ ! -r /proc/sys/kernel/random/boot_id ] || read -r boot </proc/sys/kernel/random/boot_id
  if read -r noted <"$1"; then
    [ "$noted" = "$born:$boot" ]
  else
    [ ! -r "/proc/$2/environ" ] || grep -q "$mark=$3" "/proc/$2/environ" || return 1
    echo "$born:$boot" >"$1"
  fi
}

# What the claim is called by now. In this order: it is only ever renamed away from `running`.
look_claim() {
  claim=unclaimed code=- claimant=
  if read -r claimant <"$1/running"; then
    claim=running
    [ "$claimant" != forbidden ] || claim=forbidden
    return
  fi
  [ ! -e "$1/running" ] || claim=running
  for name in "$1"/ended.*; do
    [ -e "$name" ] && claim=ended code=${name##*.} && read -r claimant <"$name" && return
  done
  [ -e "$1/failed" ] && claim=failed && read -r claimant <"$1/failed"
}

# Makes the claim in place of a shim, which then never runs the command.
forbid() {
  (set -C && echo forbidden >"$1/running")
}

# Runs "$@" and what FILE adds as a daemon. Not with `&`: that has a shell ignore SIGINT and SIGQUIT, and the command would
# inherit it. The child kills the shell that waits for it, and goes on with the signals as they were. It is no part of the call
# any more, so it does not carry the mark of that.
become='[ "$PPID" != "$1" ] || exit 1
kill -9 "$PPID"
unset BELLHOP_CALL
set -- "$(cat "$2")" "$@"
rm -f "$3"
eval "shift 3
$1"
exec "$@"'
detach() {
  ("$shell" -c "$become" "$shell" "$$" "$@" && :; :) </dev/null >/dev/null 2>&1
}

launch() {
  file=$1 session=$2
  mode=quick
  set -- "$3" "$4" "$5" "$(df -Pk "$root" | { read -r head && read -r device all used free rest && echo "$free"; })"
  [ "${4:-999999}" -ge 262144 ] || mode=careful
  echo "$1 $2 $3" >"$dir/layout"
  set -- "$shell" "$root/shim-${agent##*/agent-}" run "$dir" "$dir" "$1" "$2" "$3" "$mode"
  case $session in
    /*) set -- "$session" "$@" ;;
    perl) set -- /usr/bin/perl -e 'use POSIX (); POSIX::setsid(); exec { $ARGV[0] } @ARGV or exit 127' "$@" ;;
    *) trap '' HUP ;;
  esac
  detach "$file" "$@"
}

# The directory is the claim of a start: who repeats the call, because the answer was lost, finds it and only waits.
start() {
  id=$1 dir=$root/procs/$1 file=$root/staging/$3
  why=$(cd "${2:-${HOME:-/}}" 2>&1 && [ -x . ] 2>&1) || { rm -f "$file"; say_text failed "The directory $2 cannot be entered there. ${why#*: }"; return; }
  if mkdir "$dir"; then
    cd "${2:-${HOME:-/}}" && launch "$file" "$4" "$5" "$6" "$7"
  else
    rm -f "$file"
    [ -d "$dir" ] || { say_text failed "No directory can be made in $root/procs there: is the disk full?"; return; }
  fi
  looks=0 job=
  while [ "$looks" -lt 500 ]; do
    look_claim "$dir"
    read -r job <"$dir/job"
    case $claim$job in
      failed*) say_text failed "$(sed 1d "$dir/failed")"; return ;;
      forbidden*) break ;;
      ended* | *[0-9]) lives "$dir/born" "$claimant" "$id"; lives "$dir/born.job" "$job" "$id"; say started "${job:-0}"; return ;;
      unclaimed) [ "$looks" -lt 400 ] || forbid "$dir" ;;
    esac
    looks=$((looks + 1))
    moment
  done
  [ "$claim" = running ] && say pending || say_text failed "The shim did not begin there within 10 s, and never will."
}

# A copier that was killed leaves the command writing into a pipe that nobody empties. What it had started to read may still be
# at work: then it is left alone, since two readers would mix up the order. $1 = the process, $2 = its shim.
mend_copier() {
  read -r copier <"$1/copier" && [ -r /proc/self/stat ] || return
  is_there "$copier" && return
  read -r block_size segment keep <"$1/layout" && look_at "$2" || return
  set -- "$1" "$2" $(cat /proc/[0-9]*/stat | sed "s/(.*)/x/" | cut -d ' ' -f 1,3,4,6 | grep " $2\$" | tr ' ' :)
  read -r keeper <"$1/keeper" || keeper=0
  dir=$root/procs/$1 leader=$2
  shift 2
  isled=
  for one; do
    case $one in
      "$leader":*) isled=1 ;;
      *:Z:* | *:"$leader:$leader" | "$keeper":*) ;;
      *) return ;;
    esac
  done
  [ -n "$isled" ] || return
  path_of setsid
  (unset BELLHOP_CALL && exec $found "$shell" "$root/shim-${agent##*/agent-}" copy "$dir" "$dir" "$block_size" "$segment" "$keep" careful) </dev/null >/dev/null &
}

# The state of process $1. One that nobody has heard of is forbidden: a call to start it may still be on its way.
tell_state() {
  drained=0 lost=-
  [ -d "$1" ] || { mkdir "$1" && forbid "$1"; }
  [ ! -e "$1/drained" ] || drained=1
  look_claim "$1"
  if [ "$claim" = running ] && ! lives "$1/born" "$claimant" "$1"; then
    look_claim "$1"
    [ "$claim" != running ] || claim=dead
    read -r job <"$1/job" && [ "$claim" = dead ] && lives "$1/born.job" "$job" "$1" && claim=running
  fi
  [ "$claim$drained" != running0 ] || mend_copier "$1" "$claimant"
  for name in "$1"/lost.*; do [ ! -e "$name" ] || lost=${name##*/lost.}; done
  say state "$1" "$claim" "$code" "$drained" "$lost"
  case $claim in
    ended) say_text "receipt $1" "$(dd bs=4096 count=1 <"$1/ended.$code")" ;;
    failed) say_text "receipt $1" "$(dd bs=4096 count=1 <"$1/failed")" ;;
  esac
}

# News of one segment, on standard input: it can be read even when it is dropped meanwhile.
tell_segment() {
  from=$next
  [ "$from" -ge "$first" ] || from=$first
  length=$((first + size - from))
  [ "$length" -le "$left" ] || length=$left
  say segment "$id" "$((first + size))"
  [ "$length" -gt 0 ] || return
  say data "$length" log "$id" "$first" "$from"
  if [ "$encoding" = raw ]; then slice "$((from - first))" "$length" && :; echo; else slice "$((from - first))" "$length" | encoded; fi
  left=$((left - length)) next=$((from + length))
}

poll() {
  cd "$root/procs" || return
  care=$1
  shift
  files=
  for id; do
    case $id in *[!0-9]*) ;; *) continue ;; esac # An offset, or how many bytes.
    tell_state "$id"
    for name in "$id"/log.*; do [ ! -e "$name" ] || files="$files $name"; done
  done
  [ -n "$files" ] || return
  id=
  # In the order of the words: an id has no blank in it.
  wc -c $files | while read -r size name; do
    case $name in */log.*) ;; *) continue ;; esac
    if [ "$id" != "${name%%/*}" ]; then
      id=${name%%/*}
      while [ "$#" -gt 3 ] && [ "$1" != "$id" ]; do shift 3; done
      next=$2 left=$3
    fi
    first=${name##*/log.} first=${first#"${first%%[!0]*}"} first=${first:-0}
    [ "$((first + size))" -le "$next" ] || tell_segment <"$name"
  done
}

# All processes, and which of them carry the mark: who belongs to whom is found out by the one who asks.
tree() {
  look_claim "$root/procs/$1"
  job=
  read -r job <"$root/procs/$1/job"
  { [ -n "$job" ] && lives "$root/procs/$1/born.job" "$job" "$1"; } || born=
  say root "${job:--}" "${born:--}" "$claimant"
  if [ -r /proc/self/stat ]; then
    cat /proc/[0-9]*/stat | sed "s/(.*)/x/" | cut -d ' ' -f 1,3,4,6,22 | sed "s/^/$nonce process /"
    grep -l "$mark=$1" /proc/[0-9]*/environ | sed "s/^/$nonce marked /"
    grep '^SigIgn:' /proc/[0-9]*/status | sed "s/^/$nonce ignores /"
  else
    ps -A -o pid= -o ppid= -o stat= -o lstart= | while read -r pid parent state weekday month day time year; do
      moment_of "$month" "$day" "$time" "$year"
      say process "$pid" "${state%"${state#?}"}" "$parent" 0 "$born"
    done
  fi
}

signal() {
  name=$1
  shift
  for one; do
    look_at "${one%%:*}" && [ "$born" = "${one#*:}" ] && kill -s "$name" "${one%%:*}" && say signalled "${one%%:*}"
  done
}

# A start of which nobody knows what came of it: nothing of it runs behind this, now or later.
abandon() {
  dir=$root/procs/$1
  mkdir "$dir"
  forbid "$dir"
  look_claim "$dir"
  [ "$claim" = running ] || return
  [ -r /proc/self/stat ] || { read -r job <"$dir/job"; kill -9 "$claimant" "$job"; }
  for round in 1 2 3; do
    for name in $(grep -l "$mark=$1" /proc/[0-9]*/environ); do
      name=${name#/proc/}
      kill -9 "${name%/environ}"
    done
  done
}

forget() {
  dir=$root/procs/$1
  look_claim "$dir"
  [ "$claim" = running ] && lives "$dir/born" "$claimant" "$1" && return
  rm -rf "$dir"
}

# As much as the input takes now: one write each, which the kernel takes whole or not at all (pipe(7), PIPE_BUF). Each waits
# at most a second.
write() {
  id=$1 file=$root/staging/$2 input=$root/procs/$1/in
  shift 2
  [ -p "$input" ] || { rm -f "$file"; say closed; return; }
  : >"$file.taken"
  (
    exec 4>"$input" 3<"$file"
    echo 0
    taken=0
    for length; do
      dd bs="$length" count=1 <&3 >&4 &
      echo "by $!"
      wait "$!" || break
      echo "$((taken += length))"
    done
    echo done
  ) </dev/null >"$file.taken" &
  writer=$!
  looks=0 last=
  while [ "$last" != done ] && [ "$looks" -lt 50 ]; do
    moment
    before=$last looks=$((looks + 1))
    look_taken "$file.taken"
    [ "$last" = "$before" ] || looks=0
  done
  case $last in done) ;; by*) kill -9 "${last#by }" ;; *) kill -9 "$writer" ;; esac
  wait "$writer"
  look_taken "$file.taken"
  rm -f "$file" "$file.taken"
  if [ -n "$taken" ]; then say taken "$taken"; else say closed; fi
}

look_taken() {
  taken=
  while read -r last; do case $last in *[!0-9]*) ;; *) taken=$last ;; esac; done <"$1"
  last=$(tail -n 1 "$1")
}

close() {
  read -r keeper <"$root/procs/$1/keeper" || return
  [ ! -r "/proc/$keeper/environ" ] || grep -q "$mark=$1" "/proc/$keeper/environ" || return
  kill -9 "$keeper"
}

resize() {
  read -r device <"$root/procs/$1/tty" || return
  case $device in /dev/*) stty rows "$2" columns "$3" <"$device" && say resized ;; esac
}

nonce=$1 encoding=$2 verb=$3 agent=$0
shift 3
umask 077
root=${agent%/*}
care=full boot=
exec 2>/dev/null
shell=$(command -v sh)
case $shell in /*) ;; *) shell=/bin/sh ;; esac
[ "$verb" = start ] || { LC_ALL=C && export LC_ALL; }
"$verb" "$@"
say end
