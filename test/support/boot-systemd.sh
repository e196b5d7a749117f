#!/bin/sh
# Boots the systemd of this machine as PID 1 of namespaces of its own, over a throw-away layer of this machine's root.
#
#   boot-systemd.sh need                    installs what is missing (Debian, as root); fails where that is not possible
#   boot-systemd.sh up DIR [FROM:TO]...     boots; FROM is seen at TO inside
#   boot-systemd.sh leader DIR              the pid of that systemd, for nsenter
#   boot-systemd.sh down DIR                shuts down and leaves nothing
#
# It has its own mounts, pids, network, host name and cgroups, and the kernel's settings are read-only in it.
set -eu

packages="systemd dbus dbus-user-session libpam-systemd"

need() {
  [ "$(id -u)" = 0 ] || { echo "only root can make namespaces with a systemd in them"; exit 1; }
  missing=
  for package in $packages; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
  done
  [ -z "$missing" ] && return
  command -v apt-get >/dev/null || { echo "missing:$missing"; exit 1; }
  export DEBIAN_FRONTEND=noninteractive
  # The package lists may be missing or too old.
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >/dev/null 2>&1 ||
    { echo "apt-get cannot install$missing"; exit 1; }
}

up() {
  dir=$1
  shift
  mkdir -p "$dir"
  mount -t tmpfs -o size=1g,mode=755 tmpfs "$dir"
  mkdir "$dir/upper" "$dir/work" "$dir/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$dir/upper,workdir=$dir/work" "$dir/root"
  : >"$dir/root/etc/machine-id"
  hierarchy=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
  [ -n "$hierarchy" ] || { echo "no cgroup2 is mounted"; exit 1; }
  echo "$hierarchy/bellhop-test-$$" >"$dir/cgroup"
  mkdir "$hierarchy/bellhop-test-$$"
  # It moves itself into the cgroup, which becomes the root of the new cgroup namespace.
  setsid sh -c 'echo 0 >"$1/cgroup.procs" && shift && exec "$@"' - "$hierarchy/bellhop-test-$$" \
    unshare --mount --pid --net --uts --ipc --cgroup --fork --kill-child=KILL sh "$0" inside "$dir/root" "$@" \
    </dev/null >"$dir/boot.log" 2>&1 &
  echo $! >"$dir/unshare"
  tries=0
  until leader=$(leader "$dir") && nsenter -t "$leader" -a systemctl is-system-running 2>/dev/null | grep -qE 'running|degraded'; do
    tries=$((tries + 1))
    kill -0 "$(cat "$dir/unshare")" 2>/dev/null && [ "$tries" -lt 300 ] || { cat "$dir/boot.log"; exit 1; }
    sleep 0.1
  done
}

# Runs as PID 1 of the namespaces.
inside() {
  root=$1
  shift
  mount --make-rprivate /
  mount -t proc proc "$root/proc"
  mount --bind "$root/proc/sys" "$root/proc/sys"
  mount -o remount,bind,ro "$root/proc/sys"
  [ ! -e "$root/proc/sysrq-trigger" ] || mount --bind /dev/null "$root/proc/sysrq-trigger"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in null zero full random urandom tty; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs tmpfs "$root/dev/shm"
  for pair in "$@"; do
    to=$root${pair#*:}
    if [ -d "${pair%%:*}" ]; then mkdir -p "$to"; else mkdir -p "${to%/*}" && : >"$to"; fi
    mount --bind "${pair%%:*}" "$to"
  done
  cd "$root"
  mkdir -p .outside
  pivot_root . .outside
  umount -l /.outside
  exec setpriv --bounding-set -sys_module,-sys_time,-sys_rawio,-mac_admin,-syslog \
    env -i container=bellhop PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    /lib/systemd/systemd systemd.unit=basic.target
}

leader() {
  tasks=$(cat "$1/unshare" 2>/dev/null) && pid=$(cat "/proc/$tasks/task/$tasks/children" 2>/dev/null)
  [ -n "${pid-}" ] && echo "${pid%% *}"
}

down() {
  dir=$1
  unshare=$(cat "$dir/unshare" 2>/dev/null || true)
  if [ -n "$unshare" ]; then
    leader=$(leader "$dir") && kill -s RTMIN+4 "$leader" 2>/dev/null
    tries=0
    while kill -0 "$unshare" 2>/dev/null; do
      tries=$((tries + 1))
      [ "$tries" -ne 100 ] || echo 1 >"$(cat "$dir/cgroup")/cgroup.kill"
      [ "$tries" -lt 200 ] || break
      sleep 0.1
    done
  fi
  if [ -f "$dir/cgroup" ]; then find "$(cat "$dir/cgroup")" -depth -type d -exec rmdir {} + 2>/dev/null || true; fi
  umount "$dir/root" 2>/dev/null || true
  umount "$dir" 2>/dev/null || true
  rmdir "$dir"
}

verb=$1
shift
"$verb" "$@"
