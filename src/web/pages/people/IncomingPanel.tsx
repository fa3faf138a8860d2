import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { ACCEPT_FRIEND_REQUEST, DECLINE_FRIEND_REQUEST } from '../../components/people/relation.ts'
import type { IncomingRequestsFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { RequestRow } from './RequestRow.tsx'
import { useIncomingRequests } from './useIncomingRequests.ts'

export function IncomingPanel() {
  const { t } = useTranslation('people')
  const { requests, refusal, reload, loadMore } = useIncomingRequests()
  return (
    <ListPanel
      title={t('requests.incoming')}
      list={requests}
      refusal={refusal}
      onRetry={reload}
      onMore={loadMore}
      empty={t('requests.incomingEmpty')}
    >
      <Stack component="ul" className="plainList" gap="md">
        {requests?.edges.map(({ node }) => (
          <IncomingRow key={node.id} request={node} />
        ))}
      </Stack>
    </ListPanel>
  )
}

interface IncomingRowProps {
  readonly request: IncomingRequestsFragment['incomingFriendRequests']['edges'][number]['node']
}

function IncomingRow({ request: { id, createdAt, sender } }: IncomingRowProps) {
  const { t } = useTranslation('people')
  const accept = useAct(ACCEPT_FRIEND_REQUEST)
  const decline = useAct(DECLINE_FRIEND_REQUEST)
  if (!sender) return null
  const name = { name: sender.displayName }
  const input = { friendRequestId: id }
  return (
    <RequestRow person={sender} time={createdAt}>
      <Button
        size="xs"
        aria-label={t('relation.of', { act: t('relation.accept'), ...name })}
        loading={accept.isBusy}
        onClick={() => void accept.act({ input })}
      >
        {t('relation.accept')}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={t('relation.of', { act: t('relation.decline'), ...name })}
        loading={decline.isBusy}
        onClick={() => void decline.act({ input })}
      >
        {t('relation.decline')}
      </Button>
    </RequestRow>
  )
}
