import { Box, Grid, NativeSelect, Stack, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { WaitingCount } from './Count.tsx'
import { RouteNavLink } from './RouteLink.tsx'

interface Section {
  /** Its place in the address. */
  readonly name: string
  readonly label: string
  readonly Icon: Icon
  /** How many wait in it; 0 and undefined are not shown. */
  readonly count?: number | undefined
  readonly link: Pick<LinkProps, 'to' | 'params'>
}

interface SectionsPageProps {
  /** What the menu is called. */
  readonly menu: string
  readonly sections: readonly Section[]
  /** Name of the section that is shown. */
  readonly active: string
  /** Above the menu and the section. */
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** A page with many parts, one of which is shown beside a menu; on a phone the menu is a list to choose from. */
export function SectionsPage({ menu, sections, active, head, children }: SectionsPageProps) {
  const title = sections.find(({ name }) => name === active)?.label
  return (
    <Stack gap="md">
      {head}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 3 }} visibleFrom="md">
          <Stack component="nav" gap={4} aria-label={menu}>
            {sections.map((section) => (
              <SectionLink key={section.name} section={section} isActive={section.name === active} />
            ))}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>
          <Stack gap="md" maw={760}>
            <Box hiddenFrom="md">
              <SectionSelect menu={menu} sections={sections} active={active} />
            </Box>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

interface SectionLinkProps {
  readonly section: Section
  readonly isActive: boolean
}

const SectionLink = ({ section: { label, Icon, link, count }, isActive }: SectionLinkProps) => (
  <RouteNavLink
    {...link}
    label={label}
    leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
    rightSection={count ? <WaitingCount value={count} /> : undefined}
    active={isActive}
    {...(isActive && { 'aria-current': 'page' as const })}
    variant="light"
    style={{ borderRadius: 'var(--mantine-radius-md)' }}
  />
)

/** The menu of a phone. */
function SectionSelect({ menu, sections, active }: Pick<SectionsPageProps, 'menu' | 'sections' | 'active'>) {
  const navigate = useNavigate()
  const open = (chosen: string) => {
    const section = sections.find(({ name }) => name === chosen)
    if (section) void navigate({ ...section.link })
  }
  return (
    <NativeSelect
      aria-label={menu}
      value={active}
      data={sections.map(({ name, label, count }) => ({ value: name, label: count ? `${label} (${count})` : label }))}
      onChange={({ currentTarget: { value } }) => open(value)}
    />
  )
}
