import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { DELETE_FRIEND_REQUEST, OUTGOING_REQUESTS } from '../../components/people/relation.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { OutgoingRequestsFragment } from '../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { RequestRow } from './RequestRow.tsx'

const OUTGOING = graphql(`
  query PeopleOutgoingRequests($more: String) {
    viewer {
      ...OutgoingRequests
    }
  }
`)

/** A request goes when the other person accepts it. */
const CHANGES = graphql(`
  subscription PeopleOutgoingChanges($more: String, $initial: Boolean) {
    friendActivity(initial: $initial) {
      kind
      viewer {
        ...OutgoingRequests
      }
    }
  }
`)

export function OutgoingPanel() {
  const { t } = useTranslation('people')
  useLive(CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(OUTGOING, {})
  const requests = getFragmentData(OUTGOING_REQUESTS, data?.viewer)?.outgoingFriendRequests
  return (
    <ListPanel
      title={t('requests.outgoing')}
      list={requests}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ more })}
      empty={<NoneSent />}
    >
      <Stack component="ul" className="plainList" gap="md">
        {requests?.edges.map(({ node }) => (
          <OutgoingRow key={node.id} request={node} />
        ))}
      </Stack>
    </ListPanel>
  )
}

function NoneSent() {
  const { t } = useTranslation('people')
  return (
    <Stack gap={4} align="start">
      {t('requests.outgoingEmpty')}
      <RouteLink to="/people" search={{ tab: 'find' }} size="sm">
        {t('requests.find')}
      </RouteLink>
    </Stack>
  )
}

interface OutgoingRowProps {
  readonly request: OutgoingRequestsFragment['outgoingFriendRequests']['edges'][number]['node']
}

function OutgoingRow({ request: { createdAt, receiver } }: OutgoingRowProps) {
  const { t } = useTranslation('people')
  const takeBack = useAct(DELETE_FRIEND_REQUEST)
  if (!receiver) return null
  return (
    <RequestRow person={receiver} time={createdAt}>
      <Button
        size="xs"
        variant="default"
        aria-label={t('relation.of', { act: t('relation.takeBack'), name: receiver.displayName })}
        loading={takeBack.isBusy}
        onClick={() => void takeBack.act({ input: { userId: receiver.id } })}
      >
        {t('relation.takeBack')}
      </Button>
    </RequestRow>
  )
}
