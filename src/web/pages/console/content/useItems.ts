import type { ContentItemFilter, ContentItemKind } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { request } from '../../../graph/request.ts'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { CONSOLE_ITEM, CONSOLE_ITEMS } from './documents.ts'
import { csvRowOf, rowOf } from './itemRows.ts'
import { type ItemsSearch, itemVariables } from './search.ts'

interface ItemsOptions {
  readonly kind: ContentItemKind
  readonly search?: ItemsSearch
  /** What holds whatever the address says. */
  readonly fixed?: ContentItemFilter
}

const EXPORTED_PAGE = 100

/** Reads a list of content of a kind, for ItemTable and ExportButton. */
export function useItems({ kind, search = {}, fixed = {} }: ItemsOptions) {
  const variables = itemVariables(kind, search, fixed)
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_ITEMS, variables)
  useRepeatedly(reload)
  const nodes = data?.contentItems.edges.map(({ node }) => node)
  return {
    reload,
    table: {
      rows: nodes && getFragmentData(CONSOLE_ITEM, nodes).map(rowOf),
      pageInfo: data?.contentItems.pageInfo,
      refusal: data ? null : refusal,
      onRetry: reload,
      onMore: (more: string) => fetchMore({ ...variables, more }),
      onChange: reload,
    },
    readPage: (after: string | undefined) => exportedPage(variables, after),
  }
}

/** A page of a list of content for a file. */
export async function exportedPage(variables: ReturnType<typeof itemVariables>, after: string | undefined) {
  const { contentItems } = await request(CONSOLE_ITEMS, { ...variables, first: EXPORTED_PAGE, more: after ?? null })
  const nodes = contentItems.edges.map(({ node }) => node)
  return { pageInfo: contentItems.pageInfo, rows: getFragmentData(CONSOLE_ITEM, nodes).map(csvRowOf) }
}
