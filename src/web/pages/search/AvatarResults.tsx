import { AVATAR_LIST } from '../../components/avatars/AvatarCard.tsx'
import { AvatarGrid } from '../../components/avatars/AvatarGrid.tsx'
import { useWornAvatars } from '../../components/avatars/useWornAvatars.ts'
import { getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { ResultPanel, type ResultsProps } from './ResultPanel.tsx'

const SEARCH_AVATARS = graphql(`
  query SearchAvatars($text: String!, $first: Int!, $after: String) {
    avatars(filter: { search: $text, fuzzy: true }, first: $first, after: $after) {
      ...AvatarList
    }
  }
`)

export function AvatarResults({ text, first }: ResultsProps) {
  const variables = { text, first }
  const { data, refusal, reload, fetchMore } = usePanel(SEARCH_AVATARS, variables)
  const worn = useWornAvatars()
  const list = getFragmentData(AVATAR_LIST, data?.avatars)
  return (
    <ResultPanel
      kind="avatars"
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ ...variables, after })}
    >
      <AvatarGrid avatars={list?.edges.map(({ node }) => node) ?? []} worn={worn} />
    </ResultPanel>
  )
}
