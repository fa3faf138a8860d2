import { isId, type ModerationReportId, newId } from '../../src/kernel/ids.ts'
import type { Person } from './people.ts'

/** What a client sends to report a person for what the profile says. */
export const aReport = (contentId: string) => ({ type: 'user', category: 'text', reason: 'spam', contentId })
/** The same of a world. */
export const aWorldReport = (contentId: string) => ({ type: 'world', category: 'content', reason: 'hate', contentId })

/** Reports something; answers the id of the report. */
export async function report({ api }: Person, body: ReturnType<typeof aReport>): Promise<ModerationReportId> {
  return reportIdOf((await api.call('submitModerationReport', { body })).id)
}

export function reportIdOf(text: string): ModerationReportId {
  if (!isId('moderationReport', text)) throw new Error(`${text} is no id of a report`)
  return text
}

export const NO_REPORT = newId('moderationReport', new Date())
