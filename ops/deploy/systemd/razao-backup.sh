#!/bin/sh
# Writes one backup into RAZAO_BACKUPS, whole or not at all, and keeps the newest thirty.
set -eu
name="$RAZAO_BACKUPS/razao-$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --no-password --file="$RAZAO_BACKUPS/.unfinished" "$RAZAO_BACKUP_URL"
# What cannot be read back is no backup.
pg_restore --list "$RAZAO_BACKUPS/.unfinished" > /dev/null
sync "$RAZAO_BACKUPS/.unfinished"
mv "$RAZAO_BACKUPS/.unfinished" "$name"
ls -1 "$RAZAO_BACKUPS"/razao-*.dump | sort -r | tail -n +31 | while read -r old; do rm -- "$old"; done
echo "$name"
