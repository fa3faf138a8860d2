import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsoleReportFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { HIDE_CONTENT, SUSPEND_USER, WARN_USER } from './actDocuments.ts'
import { CloseDialog } from './CloseDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

interface SubjectActsProps {
  readonly contentId: string
  readonly latest: ConsoleReportFragment
  /** Whether reports about it are open. */
  readonly isOpen: boolean
  readonly onChange: () => void
}

const ACTS = ['warn', 'hide', 'suspend'] as const
type Act = (typeof ACTS)[number]

/** What the staff can do about a person or content because of its latest report, and to all reports about it. */
export function SubjectActs({ contentId, latest, isOpen, onChange }: SubjectActsProps) {
  const { t } = useTranslation('console')
  const [act, setAct] = useState<Act | 'close' | null>(null)
  const close = () => setAct(null)
  const author = latest.moderation?.author
  const offered = ACTS.filter((one) => one !== 'suspend' || author)
  return (
    <>
      {offered.map((one) => (
        <Button key={one} variant="default" onClick={() => setAct(one)}>
          {t(`reports.acts.${one}.button`)}
        </Button>
      ))}
      {isOpen && (
        <Button variant="default" onClick={() => setAct('close')}>
          {t('reports.close.all')}
        </Button>
      )}
      {act === 'close' && <CloseDialog closed={{ contentId }} onDone={onChange} onClose={close} />}
      {act !== null && act !== 'close' && (
        <ActDialog act={act} contentId={contentId} latest={latest} onChange={onChange} onClose={close} />
      )}
    </>
  )
}

interface ActDialogProps extends Omit<SubjectActsProps, 'isOpen'> {
  readonly act: Act
  readonly onClose: () => void
}

const DAY = 86_400_000
const SPANS = ['1', '7', '30', ''] as const
const KINDS = { warn: 'WARN', hide: 'HIDE', suspend: 'SUSPEND' } as const

function ActDialog({ act, contentId, latest, onChange, onClose }: ActDialogProps) {
  const { t } = useTranslation('console')
  const send = useSend({ contentId, latest })
  const spans = {
    label: t('reports.acts.suspend.span'),
    options: SPANS.map((value) => ({
      value,
      label:
        value === '' ? t('reports.acts.suspend.forGood') : t('reports.acts.suspend.days', { count: Number(value) }),
    })),
  }
  return (
    <ReasonDialog
      title={t(`reports.acts.${act}.title`, { name: latest.contentName ?? '' })}
      label={t(`reports.acts.${act}.reason`)}
      submit={t(`reports.acts.${act}.button`)}
      kind={KINDS[act]}
      {...(act === 'suspend' && { choice: spans })}
      onSend={async (text, days) => {
        await send[act](text, days)
        onChange()
      }}
      onClose={onClose}
    />
  )
}

function useSend({ contentId, latest }: Pick<SubjectActsProps, 'contentId' | 'latest'>) {
  const [warn, hide, suspend] = [useAct(WARN_USER), useAct(HIDE_CONTENT), useAct(SUSPEND_USER)]
  const reportId = latest.id
  const userId = latest.moderation?.author?.id ?? contentId
  return {
    warn: (message: string) => warn.attempt({ input: { contentId, message, reportId } }),
    hide: (reason: string) => hide.attempt({ input: { contentId, reason, reportId } }),
    suspend: (reason: string, days: string) => {
      const end = days === '' ? {} : { endsAt: new Date(Date.now() + Number(days) * DAY).toISOString() }
      return suspend.attempt({ input: { userId, reason, reportId, ...end } })
    },
  }
}
