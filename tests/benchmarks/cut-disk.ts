import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Creates a disk whose power can be cut: ext4 in a file, mounted through a loop device. The cut is ext4's
 * EXT4_IOC_SHUTDOWN without a flush, as in xfstests: from then on nothing reaches the device, and the page cache is
 * lost at the next mount, except for writes that a program had waited for. Needs root and Linux.
 */
export function makeDisk(megabytes = 4096) {
  const folder = mkdtempSync(join(tmpdir(), 'mille-disk-'))
  const image = join(folder, 'image')
  const path = join(folder, 'disk')
  mkdirSync(path)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 * 1024)
  execFileSync('/sbin/mkfs.ext4', ['-q', '-F', image])
  mount()

  function mount(): void {
    execFileSync('mount', ['-o', 'loop', image, path])
  }

  /** Killed processes may keep files open for a moment. */
  async function unmount(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return void execFileSync('umount', [path], { stdio: 'pipe' })
      } catch (error) {
        if (tries === 50) throw error
        await sleep(100)
      }
    }
  }

  return {
    path,
    cut() {
      const code = `open(my $disk, '<', $ARGV[0]) or die $!; my $how = pack('L', 2); ioctl($disk, 0x8004587d, $how) or die $!`
      execFileSync('perl', ['-e', code, path])
    },
    /** Call this only when no process has a file open on the disk. */
    async mountAgain() {
      await unmount()
      mount()
    },
    async dispose() {
      await unmount()
      rmSync(folder, { recursive: true })
    }
  }
}
