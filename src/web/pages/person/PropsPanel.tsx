import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListPanel } from '../../components/ListPanel.tsx'
import { PropCard } from '../../components/props/PropCard.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'

const PROPS = graphql(`
  query PersonProps($personId: ID!, $after: String) {
    user(id: $personId) {
      id
      props(first: 9, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...PropCard
          }
        }
      }
    }
  }
`)

/** Props of the person that the viewer can see; nothing for people without any, who are most. */
export function PropsPanel({ personId }: { readonly personId: string }) {
  // The texts of what follows come with the page: if they were loaded later, that would hide it for a moment.
  const { t } = useTranslation(['person', 'props', 'avatars'])
  const { data, refusal, reload, fetchMore } = usePanel(PROPS, { personId })
  const props = data?.user?.props
  if (!refusal && !props?.edges.length) return null
  return (
    <ListPanel
      title={t('props.title')}
      list={props}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ personId, after })}
      empty={null}
    >
      <SimpleGrid component="ul" className="plainList" cols={{ base: 2, sm: 3 }} spacing="sm">
        {props?.edges.map(({ node }) => (
          <li key={node.id}>
            <PropCard prop={node} />
          </li>
        ))}
      </SimpleGrid>
    </ListPanel>
  )
}
