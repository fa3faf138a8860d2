import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadMore, type PageInfo } from '../../../components/LoadMore.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'

interface HolderListProps {
  readonly list:
    | {
        readonly pageInfo: PageInfo
        readonly edges: readonly { readonly node: { readonly id: string; readonly displayName: string } }[]
      }
    | null
    | undefined
  readonly onMore: (after: string) => Promise<void>
}

/** Who has a badge or a permission, each with their page of the console. */
export function HolderList({ list, onMore }: HolderListProps) {
  const { t } = useTranslation('configuration')
  if (!list) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('holders.title')}
      </Text>
      {list.edges.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('holders.none')}
        </Text>
      )}
      <Group component="ul" className="plainList" gap="sm" aria-label={t('holders.title')}>
        {list.edges.map(({ node }) => (
          <li key={node.id}>
            <RouteLink to="/console/people/$userId" params={{ userId: node.id }} search={{ tab: 'grants' }} size="sm">
              {node.displayName}
            </RouteLink>
          </li>
        ))}
      </Group>
      <LoadMore pageInfo={list.pageInfo} onMore={onMore} />
    </Stack>
  )
}
