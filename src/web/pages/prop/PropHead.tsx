import { Badge, Button, Group, Title } from '@mantine/core'
import { IconFlag, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DetailHead } from '../../components/DetailHead.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { openReportDialog } from '../../components/report/openReportDialog.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import type { PropPageFragment } from '../../generated/graphql.ts'

interface PropHeadProps {
  readonly prop: PropPageFragment
}

/** Picture, name, author, what the author says of it, and what one can do. */
export function PropHead({ prop }: PropHeadProps) {
  const { t } = useTranslation('props')
  const { name, author, description, isPublic } = prop
  return (
    <DetailHead pictureUrl={prop.imageUrl}>
      <Title order={1} size="h2">
        {name}
      </Title>
      <Group gap={6} aria-live="polite">
        {!isPublic && <Badge variant="default">{t('marks.private')}</Badge>}
      </Group>
      {author && <PersonChip person={author} below={t('author')} />}
      {description && <WrittenText text={description} />}
      <PropActs prop={prop} />
    </DetailHead>
  )
}

function PropActs({ prop: { id, name, author, viewerCanUpdate, viewerCanReport } }: PropHeadProps) {
  const { t } = useTranslation('props')
  return (
    <Group gap="xs" mt="auto">
      {viewerCanUpdate && (
        <RouteButton
          to="/props/$propId/edit"
          params={{ propId: id }}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('editAct')}
        </RouteButton>
      )}
      {viewerCanReport && !author?.isViewer && (
        <Button
          variant="default"
          leftSection={<IconFlag size={18} aria-hidden />}
          onClick={() => openReportDialog({ type: 'prop', contentId: id, name })}
        >
          {t('report')}
        </Button>
      )}
    </Group>
  )
}
