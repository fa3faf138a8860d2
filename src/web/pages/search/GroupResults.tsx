import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PictureRow } from '../../components/PictureRow.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_GROUPS = graphql(`
  query SearchGroups($text: String!, $first: Int!, $after: String) {
    groups(filter: { search: $text }, first: $first, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          iconUrl
          shortCode
          discriminator
          memberCount
        }
      }
    }
  }
`)

export function GroupResults({ text, first }: ResultsProps) {
  const { t } = useTranslation('search')
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_GROUPS, variables)
  const list = data?.groups
  return (
    <ResultPanel
      kind="groups"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {list?.edges.map(({ node: { id, name, iconUrl, shortCode, discriminator, memberCount } }) => (
          <PictureRow
            key={id}
            pictureUrl={iconUrl}
            title={name}
            below={`${shortCode}.${discriminator} · ${t('members', { count: memberCount })}`}
          />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
