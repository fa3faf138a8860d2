import type { Clock } from '../../kernel/clock.ts'
import type { OpenDatabase } from '../../platform/database/openDatabase.ts'
import type { Settings } from '../../settings.ts'

export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail'
  /** The finding and, for a problem, its remedy. */
  readonly says: string
}

export const ok = (says: string): Finding => ({ level: 'ok', says })
export const warn = (says: string): Finding => ({ level: 'warn', says })
export const fail = (says: string): Finding => ({ level: 'fail', says })

/** What a check can inspect. */
export interface CheckContext {
  readonly settings: Settings
  readonly clock: Clock
  /** Whether all files are looked at, rather than a sample. */
  readonly everyFile: boolean
  /** Null without a database or when it can't be reached, which the database check reports. */
  readonly database: OpenDatabase | null
}

export interface Check {
  readonly name: string
  /** Settings that must be valid for the check to run. */
  readonly needs: readonly (keyof Settings)[]
  look(site: CheckContext): Promise<readonly Finding[]>
}

/** A check of the open database. */
export const withOpenDatabase = (
  look: (database: OpenDatabase, site: CheckContext) => Promise<readonly Finding[]>,
): Check['look'] => {
  const unknown = [warn('Not checked: there is no database to look at.')]
  return async (site) => (site.database ? look(site.database, site) : unknown)
}

export const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
