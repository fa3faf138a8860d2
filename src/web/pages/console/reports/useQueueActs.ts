import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { showRefusal } from '../../../components/showRefusal.tsx'
import { refusalOf } from '../../../graph/refusal.ts'
import { request } from '../../../graph/request.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useViewerId } from '../useStaff.ts'
import { ASSIGN_REPORTS, OPEN_REPORT_IDS } from './actDocuments.ts'

/** The ids of at most 100 open reports about something, the latest ones. */
export async function openReportIds(contentId: string): Promise<string[]> {
  const { reports } = await request(OPEN_REPORT_IDS, { contentId })
  return reports.edges.map(({ node }) => node.id)
}

interface Claimed {
  readonly contentId: string
  readonly assignee?: { readonly displayName: string } | null | undefined
}

/** Claims reports for the viewer. Those that somebody else has are taken over only if the viewer says so. */
export function useClaimReports(onDone: () => void) {
  const { t } = useTranslation(['console', 'common'])
  const assigneeId = useViewerId()
  const assign = useAct(ASSIGN_REPORTS)
  const askTakeOver = (holder: string) =>
    askFirst({
      title: t('reports.taken.title', { name: holder }),
      text: t('reports.taken.text'),
      confirm: t('reports.taken.confirm'),
      cancel: t('common:cancel'),
    })
  return async (reportIds: readonly string[], holder = t('reports.somebody')) => {
    if (assigneeId === undefined || reportIds.length === 0) return
    const answer = await assign.act({ input: { reportIds: [...reportIds], assigneeId } })
    const taken = answer?.assignReports.results.filter(({ refusalReason }) => refusalReason === 'REPORT_CLAIMED') ?? []
    const takenIds = taken.map(({ reportId }) => reportId)
    if (takenIds.length > 0 && (await askTakeOver(holder)))
      await assign.act({ input: { reportIds: takenIds, assigneeId, takeOver: true } })
    onDone()
  }
}

/** Claims all open reports about something for the viewer. */
export function useClaim(onDone: () => void) {
  const claim = useClaimReports(onDone)
  return async ({ contentId, assignee }: Claimed) => {
    const reportIds = await openReportIds(contentId).catch((error: unknown) => {
      showRefusal(refusalOf(error))
      return []
    })
    await claim(reportIds, assignee?.displayName)
  }
}
