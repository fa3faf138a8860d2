import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { OUTSIDER } from '../people/documents.ts'
import { OutsiderList, OutsiderRow } from '../people/OutsiderRow.tsx'
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
  const people = getFragmentData(OUTSIDER, requests?.edges.map(({ node }) => node) ?? [])
  return (
    <ListPanel
      title={t('requests.waiting')}
      list={requests}
      refusal={requests ? null : refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ groupId, more })}
      empty={t('requests.empty')}
    >
      <OutsiderList>
        {people
          .filter(({ status }) => status === 'REQUESTED')
          .map((person) => (
            <OutsiderRow key={person.id} outsider={person} time={person.requestedAt}>
              <RequestActs person={person} groupId={groupId} />
            </OutsiderRow>
          ))}
      </OutsiderList>
    </ListPanel>
  )
}

function BlockedPanel({ groupId }: RequestPanelProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload, fetchMore } = usePanel(MANAGE_BLOCKED_REQUESTS_QUERY, { groupId })
  const allow = useAct(ALLOW_REQUESTS)
  const requests = getFragmentData(MANAGE_BLOCKED_REQUESTS, data?.group)?.blockedRequests
  const people = getFragmentData(OUTSIDER, requests?.edges.map(({ node }) => node) ?? [])
  return (
    <ListPanel
      title={t('requests.blocked')}
      list={requests}
      refusal={requests ? null : refusal}
      onRetry={reload}
      onMore={(moreBlocked) => fetchMore({ groupId, moreBlocked })}
      empty={t('requests.blockedEmpty')}
    >
      <OutsiderList>
        {people
          .filter(({ isRequestBlocked }) => isRequestBlocked)
          .map((person) => (
            <OutsiderRow key={person.id} outsider={person} time={null}>
              <Button
                size="xs"
                variant="default"
                loading={allow.isBusy}
                aria-label={t('actOn', { act: t('requests.allow'), name: person.user?.displayName ?? '' })}
                onClick={() => void allow.act({ input: { groupId, userId: person.user?.id ?? '' } })}
              >
                {t('requests.allow')}
              </Button>
            </OutsiderRow>
          ))}
      </OutsiderList>
    </ListPanel>
  )
}
