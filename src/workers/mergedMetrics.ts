/** The first line of each metric in the text format of Prometheus; the second one tells its type. */
const METRIC_START = /^(?=# HELP )/m

/**
 * Joins the metrics of several processes, which differ by a label: the text format wants all samples of a metric
 * together, after one header.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const samplesByHeader = new Map<string, string[]>()
  for (const metric of texts.flatMap((text) => text.split(METRIC_START))) {
    const [help = '', type = '', ...lines] = metric.trim().split('\n')
    const header = `${help}\n${type}`
    const samples = samplesByHeader.get(header) ?? []
    samples.push(...lines)
    if (help !== '') samplesByHeader.set(header, samples)
  }
  const metrics = [...samplesByHeader].map(([header, samples]) => [header, ...samples].join('\n'))
  return `${metrics.join('\n\n')}\n`
}
