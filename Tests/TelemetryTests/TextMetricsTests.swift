#if Telemetry || App
    import CoreMetrics
    import MillraceTelemetry
    import Testing

    @Suite("Metrics as text", .timeLimit(.minutes(20))) struct TextMetricsTests {
        @Test("Telemetry · metrics have the format of Prometheus, in a stable order") func text() {
            let metrics = TextMetrics()
            #expect(metrics.text == "")
            Counter(label: "requests_total", dimensions: [("path", "/a\"b\\c\n")], factory: metrics).increment(by: 2)
            Counter(label: "requests_total", dimensions: [("path", "/")], factory: metrics).increment()
            Counter(label: "requests_total", dimensions: [("path", "/")], factory: metrics).increment()
            Gauge(label: "http.open-connections", factory: metrics).record(3)
            let timer = Timer(label: "work_seconds", factory: metrics)
            timer.recordMilliseconds(500)
            timer.recordSeconds(1)
            let meter = Meter(label: "level", factory: metrics)
            meter.increment(by: 2)
            meter.decrement(by: 0.5)
            Recorder(label: "size", factory: metrics).record(10)
            #expect(
                metrics.text == #"""
                    # TYPE http_open_connections gauge
                    http_open_connections 3.0
                    # TYPE level gauge
                    level 1.5
                    # TYPE requests_total counter
                    requests_total{path="/"} 2.0
                    requests_total{path="/a\"b\\c\n"} 2.0
                    # TYPE size summary
                    size_sum 10.0
                    size_count 1
                    # TYPE work_seconds summary
                    work_seconds_sum 1.5
                    work_seconds_count 2

                    """#)
        }
    }
#endif
