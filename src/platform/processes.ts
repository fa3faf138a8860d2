import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const hasProc = existsSync('/proc/self/stat')

/**
 * Identifies a process beyond its reusable pid, by its start time and the boot. Null when no such process lives; zombies
 * count as dead.
 */
export function processStartId(pid: number): string | null {
  return hasProc ? startIdByProc(pid) : startIdByPs(pid)
}

function startIdByProc(pid: number): string | null {
  const stat = readFileOrEmpty(`/proc/${pid}/stat`)
  // /proc/PID/stat: the command in parentheses may contain any character; state follows it, and 19 fields later the start time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, start] = [fields[0], fields[19]]
  if (!start || state === 'Z' || state === 'X') return null
  return `${readFileOrEmpty('/proc/sys/kernel/random/boot_id').trim()}/${start}`
}

function startIdByPs(pid: number): string | null {
  const line = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
}

/** The command line of a process, empty when there is none. */
export function commandLineOf(pid: number): string {
  if (hasProc) return readFileOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

/** Whether the pid is in use; zombies use theirs, too. */
export function isPidTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return isProcessAlive(pid)
  }
}

export const isProcessAlive = (pid: number) => processStartId(pid) !== null

/** Sends a signal; a process that is gone already is no error. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (isProcessAlive(pid)) throw error
  }
}

/** Polls every `every` milliseconds until `condition` holds; false after `within` milliseconds. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  within: number,
  every = 20,
): Promise<boolean> {
  const deadline = performance.now() + within
  for (;;) {
    if (await condition()) return true
    if (performance.now() > deadline) return false
    await delay(every)
  }
}

/** The text of a file, empty when it can't be read. */
export function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
