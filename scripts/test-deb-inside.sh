#!/usr/bin/env bash
# The part of test-packages.sh that runs inside of a booted Debian with nothing else in it: installs the package
# /eights.deb, uses the server, upgrades, removes, installs again and purges it. Writes "ok" or what is wrong to /result.
set -euo pipefail

step="the beginning"
trap 'echo "$step failed (status $?)" >/result; journalctl --no-pager -u eights >>/result; systemctl poweroff' ERR
trap 'systemctl poweroff' EXIT
now() {
  step=$1
  echo "== $step"
}

# answer PATH: the answer of the server to a request, without any other program.
answer() {
  exec 3<>/dev/tcp/127.0.0.1/8088
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
  tr -d '\0' <&3
  exec 3>&-
}

# is_ready: waits until the server answers at /readyz with status 200.
is_ready() {
  for _ in $(seq 100); do
    [[ $(answer /readyz 2>/dev/null) != "HTTP/1.1 200"* ]] || return 0
    sleep 0.2
  done
  false
}

now "installing"
dpkg -i /eights.deb
now "starting after the installation"
systemctl is-active eights
is_ready
# Not `answer / | grep -q`: grep would end at the first match, and the pipe then fails.
[[ $(answer /) == *"<script"* ]]
now "the user of the server"
[ "$(ps -o user= -C eights 2>/dev/null || stat -c %U "/proc/$(systemctl show -P MainPID eights)")" = eights ]
[ "$(stat -c '%U %a' /var/lib/eights)" = "eights 700" ]
[ "$(stat -c '%U:%G %a' /etc/eights)" = "root:eights 750" ]
now "eights admin as the user of the server"
runuser -u eights -- eights admin tables --store sqlite:/var/lib/eights
now "the unit"
systemd-analyze verify --man=no /lib/systemd/system/eights.service
systemctl is-enabled eights
now "manual pages and completions"
[ -f /usr/share/man/man1/eights-serve.1.gz ] && [ -f /usr/share/bash-completion/completions/eights ]
bash -n /usr/share/bash-completion/completions/eights
now "installing again over the running server"
before=$(systemctl show -P MainPID eights)
echo 'bot-pause = 300' >>/etc/eights/eights.toml
dpkg -i /eights.deb
is_ready
[ "$(systemctl show -P MainPID eights)" != "$before" ]
grep -q 'bot-pause = 300' /etc/eights/eights.toml
now "reloading the settings"
before=$(systemctl show -P MainPID eights)
systemctl reload eights
is_ready
[ "$(systemctl show -P MainPID eights)" = "$before" ]
now "a clean end of the server"
systemctl stop eights
[ "$(systemctl show -P Result eights) $(systemctl show -P ExecMainStatus eights)" = "success 0" ]
systemctl start eights
is_ready
now "removing"
dpkg -r eights
[ ! -e /usr/bin/eights ] && [ -f /var/lib/eights/eights.db ] && [ -f /etc/eights/eights.toml ]
systemctl is-active eights && false
now "installing after the removal"
dpkg -i /eights.deb
is_ready
now "purging"
dpkg -P eights
getent passwd eights && false
[ -z "$(find / -xdev \( -path /proc -o -path /sys -o -path /run -o -path /eights.deb -o -path /var/log \) -prune -o -name '*eights*' -print)" ]
echo ok >/result
