import { Badge, Box, Group, Paper, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { ItemSection } from './sections.ts'

interface ItemFrameProps {
  readonly section: ItemSection
  readonly title: string
  /** Beside the title. */
  readonly badge?: string
  /** Acts at the end of the head. */
  readonly acts?: React.ReactNode
  readonly children: React.ReactNode
}

/** The page of one product, listing or store, with the way back to the list. */
export function ItemFrame({ section, title, badge, acts, children }: ItemFrameProps) {
  const { t } = useTranslation('selling')
  return (
    <Stack gap="md" maw={760}>
      <PageTitle>{t('pageTitle', { section: title })}</PageTitle>
      <Box>
        <RouteLink to="/selling/$section" params={{ section }} size="sm">
          {t(`sections.${section}`)}
        </RouteLink>
      </Box>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Title order={1} size="h3">
            {title}
          </Title>
          {badge && <Badge variant="light">{badge}</Badge>}
        </Group>
        {acts}
      </Group>
      <Paper withBorder p="md" radius="lg">
        {children}
      </Paper>
    </Stack>
  )
}
