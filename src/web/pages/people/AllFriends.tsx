import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatNumber } from '../../formats.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { FriendGrid, FriendGridSkeleton } from './FriendGrid.tsx'

const ALL_FRIENDS = graphql(`
  fragment AllFriends on Viewer {
    id
    instance {
      id
    }
    friends(first: 50, after: $more, filter: $filter, sort: STANDING) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...FriendRow
        }
      }
    }
  }
`)

const FRIENDS = graphql(`
  query PeopleFriends($filter: FriendFilter, $more: String) {
    viewer {
      ...AllFriends
    }
  }
`)

const CHANGES = graphql(`
  subscription PeopleFriendChanges($filter: FriendFilter, $more: String, $initial: Boolean) {
    friendActivity(initial: $initial) {
      kind
      viewer {
        ...AllFriends
      }
    }
  }
`)

interface AllFriendsProps {
  /** Part of the name; empty for all. */
  readonly search: string
}

export function AllFriends({ search }: AllFriendsProps) {
  const { t, i18n } = useTranslation('people')
  const variables = { filter: search ? { search } : {} }
  useLive(CHANGES, variables)
  const { data, refusal, reload, fetchMore } = usePanel(FRIENDS, variables)
  const viewer = getFragmentData(ALL_FRIENDS, data?.viewer)
  const friends = viewer?.friends
  if (friends?.totalCount === 0 && !search) return <NoFriends />
  return (
    <CountedList
      list={friends}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ ...variables, more })}
      countText={(count) =>
        count === 0 ? t('friends.noMatch') : t('friends.count', { count, number: formatNumber(i18n.language, count) })
      }
      skeleton={<FriendGridSkeleton />}
    >
      <FriendGrid friends={friends?.edges.map(({ node }) => node) ?? []} here={viewer?.instance?.id ?? null} />
    </CountedList>
  )
}

function NoFriends() {
  const { t } = useTranslation('people')
  return (
    <Stack gap={4} align="start" py="md">
      <Text size="sm">{t('friends.empty')}</Text>
      <RouteLink to="/people" search={{ tab: 'find' }} size="sm">
        {t('friends.find')}
      </RouteLink>
    </Stack>
  )
}
