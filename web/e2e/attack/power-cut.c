/*
 * Preloaded into a server, simulates power cuts: each sync of a file *.db, *.sqlite or their -wal copies the file to the
 * folder $KEPT, which then has what a power cut would leave.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), rest = strlen(end);
  return length >= rest && strcmp(text + length - rest, end) == 0;
}

static int is_database(const char *path) {
  return ends_with(path, ".db") || ends_with(path, ".sqlite") || ends_with(path, ".db-wal") ||
         ends_with(path, ".sqlite-wal");
}

/* Writes a temporary file and renames it, so that a copy is always complete. Returns 0, or -1 like a failed sync. */
static int copy_to(int from, const char *folder, const char *name) {
  char target[PATH_MAX], part[PATH_MAX], bytes[65536];
  if (snprintf(target, sizeof target, "%s/%s", folder, name) >= (int)sizeof target) return -1;
  if (snprintf(part, sizeof part, "%s/%s.part", folder, name) >= (int)sizeof part) return -1;
  int to = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (to < 0) return -1;
  off_t at = 0;
  ssize_t got;
  while ((got = pread(from, bytes, sizeof bytes, at)) > 0) {
    if (write(to, bytes, (size_t)got) != got) break;
    at += got;
  }
  close(to);
  return got == 0 ? rename(part, target) : -1;
}

static int keep(int file) {
  const char *folder = getenv("KEPT");
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (folder == NULL || length < 0) return 0;
  path[length] = '\0';
  if (!is_database(path)) return 0;

  /* Reads through the same descriptor, because closing another one would release SQLite's locks on the file. */
  pthread_mutex_lock(&one_at_a_time);
  int result = copy_to(file, folder, strrchr(path, '/') + 1);
  pthread_mutex_unlock(&one_at_a_time);
  return result;
}

int fsync(int file) { return keep(file); }
int fdatasync(int file) { return keep(file); }
