import { readdirSync, readFileSync } from 'node:fs'

/** Figures of processes from /proc, which only Linux has. */

/** Milliseconds of a clock tick in /proc; Linux counts 100 a second. */
const TICK = 10
const BYTES_OF_PAGE = 4_096
export const MIB = 1024 * 1024

interface ProcessStat {
  readonly pid: number
  readonly program: string
  readonly parent: number
  /** Milliseconds of CPU time of the process, and of its children that have ended. */
  readonly cpu: number
  /** Bytes of memory that the process occupies (RSS). */
  readonly memory: number
}

/** Reads /proc/<pid>/stat, whose fields proc(5) numbers from 1; null for a process that has ended. */
function readStat(pid: number): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    const fields = ['', '', '', ...stat.slice(end + 2).split(' ')]
    const sum = (...numbers: number[]) => numbers.reduce((total, number) => total + Number(fields[number]), 0)
    return {
      pid,
      program: stat.slice(stat.indexOf('(') + 1, end),
      parent: sum(4),
      cpu: sum(14, 15, 16, 17) * TICK,
      memory: sum(24) * BYTES_OF_PAGE,
    }
  } catch {
    return null
  }
}

/** A process and its descendants, without those below one that is left out. */
function processTree(root: number, isIncluded: (stat: ProcessStat) => boolean): ProcessStat[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const all = pids.flatMap((pid) => readStat(pid) ?? []).filter(isIncluded)
  const found = all.filter(({ pid }) => pid === root)
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

/** The milliseconds of CPU time that a process and its descendants have used, those that have ended included. */
export const cpuTimeOf = (root: number) => processTree(root, () => true).reduce((sum, { cpu }) => sum + cpu, 0)

/** The bytes of memory that a server occupies (RSS), with its workers but without its embedded PostgreSQL. */
export const memoryOf = (root: number) =>
  processTree(root, ({ program }) => program !== 'postgres').reduce((sum, { memory }) => sum + memory, 0)

/** The process that started another one. */
export const parentOf = (pid: number) => readStat(pid)?.parent ?? 0
