import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { Picture } from '../../../components/Picture.tsx'
import { WrittenText } from '../../../components/WrittenText.tsx'
import type { ConsoleReportedContentFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { SHOW_CONTENT } from './actDocuments.ts'
import { CONSOLE_REPORTED_CONTENT } from './documents.ts'

type Content = NonNullable<ConsoleReportedContentFragment['content']>

/** What of a thing is shown beside the reports about it. */
function shownOf(content: Content) {
  switch (content.__typename) {
    case 'User':
      return { pictureUrl: content.pictureUrl, texts: [content.statusDescription, content.bio], isHidden: false }
    case 'Group':
      return { pictureUrl: content.iconUrl, texts: [content.description], isHidden: content.isHidden }
    case 'World':
      return { ...picturedOf(content), isHidden: content.worldStatus === 'HIDDEN' }
    case 'Avatar':
      return { ...picturedOf(content), isHidden: content.avatarStatus === 'HIDDEN' }
    case 'Prop':
      return { ...picturedOf(content), isHidden: false }
  }
}

const picturedOf = ({ thumbnailUrl, description }: { thumbnailUrl: string; description?: string | null }) => ({
  pictureUrl: thumbnailUrl,
  texts: [description],
})

interface ReportedContentProps {
  readonly contentId: string
  /** The latest report about it. */
  readonly latest: FragmentType<typeof CONSOLE_REPORTED_CONTENT>
  /** Reads the report again. */
  readonly onChange: () => void
}

/** What a report is about, as it is now, or its picture at the time of the report. */
export function ReportedContent({ contentId, latest, onChange }: ReportedContentProps) {
  const { t } = useTranslation('console')
  const report = getFragmentData(CONSOLE_REPORTED_CONTENT, latest)
  const isHidden = report.content ? shownOf(report.content).isHidden : false
  return (
    <Panel
      title={t('reports.content.title')}
      aside={isHidden && <ShowButton contentId={contentId} reportId={report.id} onDone={onChange} />}
    >
      <Shown report={report} />
    </Panel>
  )
}

interface ShowButtonProps {
  readonly contentId: string
  readonly reportId: string
  readonly onDone: () => void
}

/** Shows again what was hidden, once the viewer has said so. */
function ShowButton({ contentId, reportId, onDone }: ShowButtonProps) {
  const { t } = useTranslation(['console', 'common'])
  const show = useAct(SHOW_CONTENT)
  const askAndShow = async () => {
    const isWanted = await askFirst({
      title: t('reports.content.showTitle'),
      text: t('reports.content.showText'),
      confirm: t('reports.content.show'),
      cancel: t('common:cancel'),
    })
    if (isWanted && (await show.act({ input: { contentId, reportId } }))) onDone()
  }
  return (
    <Button size="compact-sm" variant="default" loading={show.isBusy} onClick={() => void askAndShow()}>
      {t('reports.content.show')}
    </Button>
  )
}

function Shown({ report }: { readonly report: ConsoleReportedContentFragment }) {
  const { t } = useTranslation('console')
  const shown = report.content ? shownOf(report.content) : null
  const pictureUrl = shown?.pictureUrl ?? report.contentThumbnailUrl
  return (
    <Group align="flex-start" gap="md">
      {pictureUrl && (
        <Box w={200}>
          <Picture url={pictureUrl} ratio={4 / 3} radius="md" />
        </Box>
      )}
      <Stack gap="xs" flex={1} miw={200}>
        {!shown && <Text size="sm">{t('reports.content.gone')}</Text>}
        {shown?.isHidden && (
          <Badge variant="light" color="red" tt="none">
            {t('reports.content.hidden')}
          </Badge>
        )}
        {shown?.texts.map((text) => text && <WrittenText key={text} text={text} lineClamp={12} />)}
        <Circumstances report={report} />
      </Stack>
    </Group>
  )
}

/** What the reporter's client knew of the circumstances. */
function Circumstances({ report: { moderation } }: { readonly report: ConsoleReportedContentFragment }) {
  const { t } = useTranslation(['console', 'settings'])
  if (!moderation) return null
  const { imageType, instanceType, userInSameInstance, holder, suggestedWarnings } = moderation.details
  const facts = [
    [t('reports.content.imageType'), imageType],
    [t('reports.content.instanceType'), instanceType],
    [t('reports.content.sameInstance'), userInSameInstance && t('reports.content.yes')],
    [t('reports.content.holder'), holder?.displayName],
    [
      t('reports.content.warnings'),
      suggestedWarnings.map((filter) => t(`settings:privacy.filters.${filter}`)).join(', '),
    ],
  ] as const
  return <FactList facts={facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))} />
}
