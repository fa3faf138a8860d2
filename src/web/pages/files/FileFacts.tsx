import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatDateTime, formatNumber } from '../../formats.ts'
import type { FileFactsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { latestSize } from './sizes.ts'

const FILE_FACTS = graphql(`
  fragment FileFacts on File {
    id
    mimeType
    createdAt
    updatedAt
    mask
    animationStyle
    loopStyle
    frameCount
    framesPerSecond
    latest: versions(last: 1) {
      edges {
        cursor
        node {
          id
          ...VersionSize
        }
      }
    }
  }
`)

interface FileFactsProps {
  readonly file: FragmentType<typeof FILE_FACTS>
}

/** What a file is, how large, and since when. */
export function FileFacts({ file }: FileFactsProps) {
  const { t, i18n } = useTranslation('files')
  const data = getFragmentData(FILE_FACTS, file)
  const { mimeType, createdAt, updatedAt, latest } = data
  const size = latestSize(latest.edges)
  return (
    <Group gap="xs">
      {size !== null && <Text size="sm">{formatBytes(i18n.language, size)}</Text>}
      <Text size="sm" c="dimmed">
        {mimeType}
      </Text>
      <Text size="sm" c="dimmed">
        {updatedAt === createdAt
          ? t('facts.createdAt', { time: formatDateTime(i18n.language, createdAt) })
          : t('facts.updatedAt', { time: formatDateTime(i18n.language, updatedAt) })}
      </Text>
      <EmojiFacts data={data} />
    </Group>
  )
}

function EmojiFacts({ data }: { readonly data: FileFactsFragment }) {
  const { t, i18n } = useTranslation('files')
  const { mask, animationStyle, loopStyle, frameCount, framesPerSecond } = data
  const count = (value: number) => formatNumber(i18n.language, value)
  const facts = [
    ...(mask ? [t(`masks.${mask}`)] : []),
    ...(animationStyle ? [t(`animations.${animationStyle}`)] : []),
    ...(frameCount && framesPerSecond
      ? [t('facts.frames', { frames: count(frameCount), rate: count(framesPerSecond) })]
      : []),
    ...(frameCount && loopStyle ? [t(`loops.${loopStyle}`)] : []),
  ]
  return facts.map((fact) => (
    <Badge key={fact} variant="default" tt="none" fw={500}>
      {fact}
    </Badge>
  ))
}
