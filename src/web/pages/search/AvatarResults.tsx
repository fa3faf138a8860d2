import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PictureRow } from '../../components/PictureRow.tsx'
import { graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_AVATARS = graphql(`
  query SearchAvatars($text: String!, $first: Int!, $after: String) {
    avatars(filter: { search: $text, fuzzy: true }, first: $first, after: $after) {
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
          thumbnailUrl
          author {
            id
            displayName
          }
        }
      }
    }
  }
`)

export function AvatarResults({ text, first }: ResultsProps) {
  const { t } = useTranslation()
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_AVATARS, variables)
  const list = data?.avatars
  return (
    <ResultPanel
      kind="avatars"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {list?.edges.map(({ node: { id, name, thumbnailUrl, author } }) => (
          <PictureRow
            key={id}
            pictureUrl={thumbnailUrl}
            title={name}
            below={author && t('world.by', { name: author.displayName })}
          />
        ))}
      </SimpleGrid>
    </ResultPanel>
  )
}
