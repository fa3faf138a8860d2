import { Badge, Box, Group, Image, Text, ThemeIcon } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { CardLink } from '../../components/RouteLink.tsx'
import { formatBytes, formatDate } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import type { FilesSearch } from './search.ts'
import { latestSize } from './sizes.ts'

const FILE_ROW = graphql(`
  fragment FileRow on File {
    id
    name
    extension
    thumbnailUrl
    updatedAt
    latest: versions(last: 1) {
      edges {
        cursor
        node {
          id
          version
          ...VersionSize
        }
      }
    }
    uses {
      kind
      contentId
      name
    }
  }
`)

interface FileRowProps {
  readonly file: FragmentType<typeof FILE_ROW>
  readonly search: FilesSearch
}

/** A file in a list, by its name, with what it belongs to. */
export function FileRow({ file, search }: FileRowProps) {
  const { t, i18n } = useTranslation('files')
  const { id, name, extension, thumbnailUrl, updatedAt, latest, uses } = getFragmentData(FILE_ROW, file)
  const size = latestSize(latest.edges)
  const version = latest.edges.at(-1)?.node.version ?? 0
  const facts = [
    ...(size === null ? [] : [formatBytes(i18n.language, size)]),
    ...(version > 0 ? [t('versions.number', { number: version })] : []),
    formatDate(i18n.language, updatedAt),
  ]
  return (
    <Group component="li" wrap="nowrap" gap="sm" py={8} pos="relative">
      {thumbnailUrl ? (
        <Image src={ownUrl(thumbnailUrl)} alt="" w={56} h={42} radius="sm" fit="cover" flex="none" loading="lazy" />
      ) : (
        <ThemeIcon variant="default" w={56} h={42} radius="sm" flex="none">
          <IconFile size={20} stroke={1.4} aria-hidden />
        </ThemeIcon>
      )}
      <Box flex={1} miw={0}>
        <CardLink to="/files" search={{ ...search, open: id }} replace size="sm" truncate display="block">
          {name}
          {extension}
        </CardLink>
        <Text size="xs" c="dimmed" truncate>
          {facts.join(' · ')}
        </Text>
        <Group gap={4} mt={2}>
          {uses.map((use) => (
            <Badge key={`${use.kind} ${use.contentId}`} variant="light" tt="none" fw={500} maw="100%">
              {t(`uses.${use.kind}`, { name: use.name })}
            </Badge>
          ))}
        </Group>
      </Box>
    </Group>
  )
}
