import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
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
  const { data, refusal, reload, fetchMore } = usePanel(MUTUAL_FRIENDS, { personId })
  const friends = data?.user?.mutualFriends
  return (
    <ListPanel
      title={t('mutualFriends.title')}
      list={friends}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ personId, after })}
      empty={t('mutualFriends.empty')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
        {friends?.edges.map(({ node }) => (
          <PersonChip key={node.id} person={node} />
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
