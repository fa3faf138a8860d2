import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AvatarCard } from '../../components/avatars/AvatarCard.tsx'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const AVATARS = graphql(`
  query PersonAvatars($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      avatars(first: 9, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...AvatarCard
          }
        }
      }
    }
  }
`)

/** Avatars of the person that everybody finds; each can be worn at once. */
export function AvatarsPanel({ personId }: { readonly personId: string }) {
  const { t } = useTranslation('person')
  const { data, refusal, reload, fetchMore } = usePanel(AVATARS, { personId })
  const worn = useWornAvatars()
  const avatars = data?.user?.avatars
  return (
    <ListPanel
      title={t('avatars.title')}
      list={avatars}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ personId, after })}
      empty={t('avatars.empty')}
    >
      <SimpleGrid component="ul" className="plainList" cols={{ base: 2, sm: 3 }} spacing="sm">
        {avatars?.edges.map(({ node }) => (
          <li key={node.id}>
            <AvatarCard avatar={node} worn={worn} />
          </li>
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
