import type { Clock } from '../../kernel/clock.ts'
import type { OpenDatabase } from '../../platform/database/open.ts'
import type { Settings } from '../../settings.ts'

export interface Finding {
  readonly level: 'ok' | 'warn' | 'fail'
  /** What was found and, where it is not well, how to mend it. */
  readonly says: string
}

export const ok = (says: string): Finding => ({ level: 'ok', says })
export const warn = (says: string): Finding => ({ level: 'warn', says })
export const fail = (says: string): Finding => ({ level: 'fail', says })

/** Where a check looks. */
export interface Site {
  readonly settings: Settings
  readonly clock: Clock
  /** Null when there is none or it can't be reached, which the check of the database tells. */
  readonly database: OpenDatabase | null
}

export interface Check {
  readonly name: string
  /** The settings without which it can say nothing. */
  readonly needs: readonly (keyof Settings)[]
  look(site: Site): Promise<readonly Finding[]>
}

/** A look at the database that is open. */
export const inDatabase = (
  look: (database: OpenDatabase, site: Site) => Promise<readonly Finding[]>,
): Check['look'] => {
  const unknown = [warn('Not checked: there is no database to look at.')]
  return async (site) => (site.database ? look(site.database, site) : unknown)
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
