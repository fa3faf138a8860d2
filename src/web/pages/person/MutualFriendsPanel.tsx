import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Count } from '../../components/Count.tsx'
import { LoadMore } from '../../components/LoadMore.tsx'
import { Panel } from '../../components/Panel.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const MUTUAL_FRIENDS = graphql(`
  query PersonMutualFriends($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      mutualFriends(first: 12, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...PersonChip
          }
        }
      }
    }
  }
`)

export function MutualFriendsPanel({ personId }: { readonly personId: string }) {
  const { t } = useTranslation('person')
  const { data, refusal, isLoading, reload, fetchMore } = usePanel(MUTUAL_FRIENDS, { personId })
  const friends = data?.user?.mutualFriends
  return (
    <Panel
      title={t('mutualFriends.title')}
      aside={friends && <Count value={friends.totalCount} />}
      isLoading={isLoading && !friends}
      refusal={refusal}
      onRetry={reload}
      empty={friends?.edges.length === 0 && t('mutualFriends.empty')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        {friends?.edges.map(({ node }) => (
          <PersonChip key={node.id} person={node} />
        ))}
      </SimpleGrid>
      {friends && <LoadMore pageInfo={friends.pageInfo} onMore={(after) => fetchMore({ personId, after })} />}
    </Panel>
  )
}
