import { Avatar, Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../../components/ownUrl.ts'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { REPORT_OPTIONS } from '../../../components/report/documents.ts'
import { useReportText } from '../../../components/report/useReportText.ts'
import { pageOf } from '../../../components/subjects.ts'
import { WrittenText } from '../../../components/WrittenText.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { SettingsReportFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'

const SETTINGS_REPORT = graphql(`
  fragment SettingsReport on Report {
    id
    type
    category
    reason
    description
    status
    createdAt
    closedAt
    closeReason
    contentName
    contentThumbnailUrl
    content {
      __typename
      ... on User {
        id
        displayName
      }
      ... on World {
        id
        name
      }
      ... on Avatar {
        id
        name
      }
      ... on Group {
        id
        name
      }
      ... on Prop {
        id
        name
      }
    }
  }
`)

interface PartProps {
  readonly report: SettingsReportFragment
}

/** A report: what it is about, what is wrong, and whether somebody has looked at it. */
export function ReportRow({ report }: { readonly report: FragmentType<typeof SETTINGS_REPORT> }) {
  const { t, i18n } = useTranslation('settings')
  const data = getFragmentData(SETTINGS_REPORT, report)
  const { status, description, createdAt, closedAt, closeReason, contentThumbnailUrl } = data
  const isOpen = status === 'OPEN'
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <Avatar src={contentThumbnailUrl ? ownUrl(contentThumbnailUrl) : null} radius="md" size={44} alt="" />
      <Stack gap={4} flex={1} miw={0}>
        <Group gap="xs" justify="space-between">
          <Box miw={0} flex="1 1 160px">
            <Subject report={data} />
          </Box>
          <Badge variant="light" color={isOpen ? 'plaza' : 'green'} tt="none">
            {t(`reports.status.${status}`)}
          </Badge>
        </Group>
        <Complaint report={data} />
        {description && <WrittenText text={description} lineClamp={6} />}
        {closeReason && <WrittenText text={t('reports.closeReason', { reason: closeReason })} fw={500} />}
        <Text size="xs" c="dimmed">
          {t('reports.sent', { time: formatDateTime(i18n.language, createdAt) })}
          {closedAt && ` · ${t('reports.closed', { time: formatDateTime(i18n.language, closedAt) })}`}
        </Text>
      </Stack>
    </Group>
  )
}

const TYPES = ['user', 'world', 'avatar', 'group', 'prop', 'print'] as const

/** What is reported: as it is now, else what it was called then. */
function Subject({ report: { type, content, contentName } }: PartProps) {
  const { t } = useTranslation('settings')
  const known = TYPES.find((one) => one === type)
  const kind = known ? t(`reports.types.${known}`) : type
  const look = { size: 'sm', fw: 600, display: 'block' } as const
  return (
    <>
      {content ? (
        <RouteLink {...pageOf(content.__typename, content.id)} c="inherit" {...look}>
          {content.__typename === 'User' ? content.displayName : content.name}
        </RouteLink>
      ) : (
        <Text {...look}>{contentName ?? t('reports.gone')}</Text>
      )}
      <Text size="xs" c="dimmed">
        {kind}
      </Text>
    </>
  )
}

/** Which part of it is reported, and why. */
function Complaint({ report: { type, category, reason } }: PartProps) {
  const { data } = usePanel(REPORT_OPTIONS, {})
  const textOf = useReportText()
  const option = data?.reportOptions.find((one) => one.type === type)
  const part = option?.categories.find((one) => one.category === category)
  const wrong = part?.reasons.find((one) => one.reason === reason)
  const names = [
    textOf({ kind: 'categories', name: category, text: 'label', otherwise: part?.label ?? category }),
    textOf({ kind: 'reasons', name: reason, text: 'label', otherwise: wrong?.label ?? reason }),
  ]
  return <Text size="sm">{names.join(' · ')}</Text>
}
