import { SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Count } from '../../components/Count.tsx'
import { Panel } from '../../components/Panel.tsx'
import { FriendActs } from '../../components/people/FriendActs.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { Whereabouts } from '../../components/people/Whereabouts.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'

const HOME_FRIENDS = graphql(`
  fragment HomeFriends on Viewer {
    id
    instance {
      id
    }
    friends(first: 30, filter: { standings: [ACTIVE, ONLINE] }) {
      totalCount
      edges {
        cursor
        node {
          id
          displayName
          ...PersonChip
          ...Whereabouts
          ...FriendActs
        }
      }
    }
  }
`)

const FRIENDS = graphql(`
  query HomeFriendsOnline {
    viewer {
      ...HomeFriends
    }
  }
`)

const CHANGES = graphql(`
  subscription HomeFriendsChanges($initial: Boolean) {
    friendActivity(initial: $initial) {
      kind
      viewer {
        ...HomeFriends
      }
    }
  }
`)

/** Friends who are online, where they are, and how to meet them. */
export function FriendsPanel() {
  const { t } = useTranslation('home')
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload } = usePanel(FRIENDS, {})
  const viewer = getFragmentData(HOME_FRIENDS, data?.viewer)
  const friends = viewer?.friends
  return (
    <Panel
      title={t('friends.title')}
      aside={friends && <Count value={friends.totalCount} />}
      isLoading={isLoading && !friends}
      refusal={refusal}
      onRetry={reload}
      empty={friends?.edges.length === 0 && <NoFriends />}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing="sm">
        {friends?.edges.map(({ node }) => (
          <PersonChip key={node.id} person={node} below={<Whereabouts person={node} />}>
            <FriendActs person={node} name={node.displayName} here={viewer?.instance?.id ?? null} />
          </PersonChip>
        ))}
      </SimpleGrid>
    </Panel>
  )
}

function NoFriends() {
  const { t } = useTranslation('home')
  return (
    <Stack gap={4} align="start">
      {t('friends.empty')}
      <RouteLink to="/people" size="sm">
        {t('friends.find')}
      </RouteLink>
    </Stack>
  )
}
