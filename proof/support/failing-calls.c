/*
 * Preloaded library: calls that write or flush a file below FAILING_DISK fail with EIO while a file with the name of
 * the call exists in FAILING_SIGNS.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(const char *call, int file) {
  const char *disk = getenv("FAILING_DISK"), *signs = getenv("FAILING_SIGNS");
  char sign[PATH_MAX], link[32], path[PATH_MAX];
  if (!disk || !signs) return 0;
  snprintf(sign, sizeof sign, "%s/%s", signs, call);
  if (access(sign, F_OK) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0 || strncmp(path, disk, strlen(disk)) != 0) return 0;
  errno = EIO;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) { return fails("fsync", file) ? -1 : NEXT(fsync)(file); }

int fdatasync(int file) { return fails("fsync", file) ? -1 : NEXT(fdatasync)(file); }

ssize_t write(int file, const void *bytes, size_t count) {
  return fails("write", file) ? -1 : NEXT(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  return fails("write", file) ? -1 : NEXT(pwrite)(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  return fails("write", file) ? -1 : NEXT(pwrite64)(file, bytes, count, at);
}
