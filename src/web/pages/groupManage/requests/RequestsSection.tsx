import { useTranslation } from 'react-i18next'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { OutsiderAct, OutsiderPanel } from '../people/OutsiderPanel.tsx'
import type { ManageSectionProps } from '../search.ts'
import {
  ALLOW_REQUESTS,
  MANAGE_BLOCKED_REQUESTS,
  MANAGE_BLOCKED_REQUESTS_QUERY,
  MANAGE_REQUESTS,
  MANAGE_REQUESTS_CHANGES,
  MANAGE_REQUESTS_QUERY,
} from './documents.ts'
import { RequestActs } from './RequestActs.tsx'

interface RequestPanelProps {
  readonly groupId: string
}

/** People who ask to join, and people who may not ask again. */
export function RequestsSection({ groupId, isAllowed }: ManageSectionProps) {
  useLive(MANAGE_REQUESTS_CHANGES, isAllowed ? { groupId } : null)
  return (
    <>
      <WaitingPanel groupId={groupId} />
      <BlockedPanel groupId={groupId} />
    </>
  )
}

function WaitingPanel({ groupId }: RequestPanelProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload, fetchMore } = usePanel(MANAGE_REQUESTS_QUERY, { groupId })
  const requests = getFragmentData(MANAGE_REQUESTS, data?.group)?.requests
  return (
    <OutsiderPanel
      title={t('requests.waiting')}
      outsiders={requests}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ groupId, more })}
      empty={t('requests.empty')}
      isIn={({ status }) => status === 'REQUESTED'}
      timeOf={({ requestedAt }) => requestedAt}
      actsOf={(person) => <RequestActs person={person} groupId={groupId} />}
    />
  )
}

function BlockedPanel({ groupId }: RequestPanelProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload, fetchMore } = usePanel(MANAGE_BLOCKED_REQUESTS_QUERY, { groupId })
  const allow = useAct(ALLOW_REQUESTS)
  const requests = getFragmentData(MANAGE_BLOCKED_REQUESTS, data?.group)?.blockedRequests
  return (
    <OutsiderPanel
      title={t('requests.blocked')}
      outsiders={requests}
      refusal={refusal}
      onRetry={reload}
      onMore={(moreBlocked) => fetchMore({ groupId, moreBlocked })}
      empty={t('requests.blockedEmpty')}
      isIn={({ isRequestBlocked }) => isRequestBlocked ?? false}
      timeOf={() => null}
      actsOf={({ user }) => (
        <OutsiderAct
          act={t('requests.allow')}
          name={user?.displayName ?? ''}
          isBusy={allow.isBusy}
          onClick={() => void allow.act({ input: { groupId, userId: user?.id ?? '' } })}
        />
      )}
    />
  )
}
