import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const hasProc = existsSync('/proc/self/stat')

/**
 * A text that tells a living process from a later one with the same number: its start, counted from the boot it
 * belongs to. Null when no such process lives; a zombie is dead.
 */
export function lifeOf(pid: number): string | null {
  return hasProc ? lifeByProc(pid) : lifeByPs(pid)
}

function lifeByProc(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`)
  // The program's name stands in parentheses and may hold any character; the fields after it are state and, 19 later, start.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, start] = [fields[0], fields[19]]
  if (!start || state === 'Z' || state === 'X') return null
  return `${readIfThere('/proc/sys/kernel/random/boot_id').trim()}/${start}`
}

function lifeByPs(pid: number): string | null {
  const line = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
}

/** The command line of a process, empty when there is none. */
export function commandOf(pid: number): string {
  if (hasProc) return readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

/** Whether the system gives the number to nobody else: a zombie, too, holds it. */
export function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return isAlive(pid)
  }
}

export const isAlive = (pid: number) => lifeOf(pid) !== null

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (isAlive(pid)) throw error
  }
}

/** Looks every `every` milliseconds until `condition` holds; false when `within` milliseconds pass first. */
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
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
