/** SIGTERM and SIGINT ask to stop; a second one ends the process at once. */
export class StopSignal {
  isStopped = false;
  private readonly stop = () => void (this.isStopped = true);

  constructor() {
    process.once('SIGTERM', this.stop).once('SIGINT', this.stop);
  }

  close(): void {
    process.removeListener('SIGTERM', this.stop).removeListener('SIGINT', this.stop);
  }
}
