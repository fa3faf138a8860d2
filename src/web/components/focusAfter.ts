const BUTTON = 'button, a[href]'

/**
 * Where the focus goes when the entry of a list goes that an element is in: to the next entry, to that before, or to the
 * heading of the panel. Called before the entry goes; returns what moves the focus afterwards.
 */
export function focusAfter(element: Element | null | undefined): () => void {
  const row = element?.closest('li')
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  const heading = element?.closest('section')?.querySelector<HTMLElement>('h2')
  return () => {
    const target = neighbor?.isConnected ? neighbor.querySelector<HTMLElement>(BUTTON) : null
    if (!target && heading) heading.tabIndex = -1
    ;(target ?? heading)?.focus()
  }
}
