import { readSettings, type Settings, settingRows } from '../../settings.ts'
import type { Env } from '../command.ts'
import { type Finding, fail, messageOf, ok, warn } from './finding.ts'

export interface Readable {
  /** Those that are right; what is wrong is as if it were left out. */
  readonly settings: Settings
  /** The names of those that are wrong. */
  readonly wrong: ReadonlySet<string>
  readonly findings: readonly Finding[]
}

/** The settings as far as they can be understood, so that one that is wrong does not hide the rest. */
export function readWhatCanBe(env: Env): Readable {
  const faults = faultsIn(() => readSettings(env))
  const wrong = new Set(faults.map((fault) => fault.split(' ', 1).join()))
  const settings = readSettings(Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name))))
  const findings = faults.length > 0 ? faults.map(fail) : [ok(`${settingRows().length} settings are understood.`)]
  return { settings, wrong, findings: [...findings, ...doubts(settings)] }
}

/** The faults that reading throws together, a line each; each begins with the name of its setting. */
export function faultsIn(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    const [, ...faults] = messageOf(error).split('\n')
    return faults.map((fault) => fault.trim())
  }
}

function* doubts({ NODE_ENV, PUBLIC_URL }: Settings) {
  if (NODE_ENV === 'production' && PUBLIC_URL.startsWith('http:'))
    yield warn(
      `PUBLIC_URL is ${PUBLIC_URL}: cookies go unencrypted. Put TLS in front, and set PUBLIC_URL to its https address.`,
    )
}
