import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { ReportOutcome } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { CLOSE_REPORTS } from './actDocuments.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { openReportIds } from './useQueueActs.ts'

interface CloseDialogProps {
  /** What is closed: reports by their ids, or all open ones about a person or content. */
  readonly closed: { readonly reportIds: readonly string[] } | { readonly contentId: string }
  readonly onDone: () => void
  readonly onClose: () => void
}

const OUTCOMES = ['ACTED', 'NO_VIOLATION'] as const satisfies ReportOutcome[]

/** Closes reports, and says how many were. */
export function CloseDialog({ closed, onDone, onClose }: CloseDialogProps) {
  const { t } = useTranslation('console')
  const close = useAct(CLOSE_REPORTS)
  const send = async (reason: string, choice: string) => {
    const reportIds = 'reportIds' in closed ? [...closed.reportIds] : await openReportIds(closed.contentId)
    const outcome = OUTCOMES.find((one) => one === choice) ?? 'NO_VIOLATION'
    const { closeReports } = await close.attempt({ input: { reportIds, reason, outcome } })
    const done = closeReports.results.filter(({ refusalReason }) => !refusalReason)
    notifications.show({ message: t('reports.close.done', { count: done.length }) })
    onDone()
  }
  return (
    <ReasonDialog
      title={
        'reportIds' in closed ? t('reports.close.some', { count: closed.reportIds.length }) : t('reports.close.all')
      }
      label={t('reports.close.reason')}
      submit={t('reports.close.submit')}
      kind="CLOSE"
      choice={{
        label: t('reports.close.outcome'),
        options: OUTCOMES.map((value) => ({ value, label: t(`reports.outcomes.${value}`) })),
      }}
      onSend={send}
      onClose={onClose}
    />
  )
}
