import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageTab<Name extends string> {
  /** Its place in the address. */
  readonly name: Name
  readonly label: string
  /** Beside the label, such as how many wait. */
  readonly badge?: ReactNode
}

interface PageTabsProps<Name extends string> {
  /** What the tabs choose between. */
  readonly label: string
  readonly tabs: readonly PageTab<Name>[]
  /** Name of the tab that is shown. */
  readonly active: Name
  readonly onOpen: (name: Name) => void
  /** What the tab shows. */
  readonly children: ReactNode
}

/** The parts of a page, one of which is shown, as the address says. */
export function PageTabs<Name extends string>({ label, tabs, active, onOpen, children }: PageTabsProps<Name>) {
  const open = (chosen: string | null) => {
    const tab = tabs.find(({ name }) => name === chosen)
    if (tab) onOpen(tab.name)
  }
  return (
    <Tabs value={active} onChange={open}>
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.name} value={tab.name} rightSection={tab.badge}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={active} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
