# The image holds the program alone: no shell, no libraries. `make image` builds the program
# and then this image. Time zones and certificate authorities are inside the program. A
# certificate authority of your own is one more file in /etc/ssl/certs.
FROM scratch

ARG VERSION=development
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="dataimport" \
      org.opencontainers.image.description="Account migration import service" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}"

COPY dataimport /dataimport
# A new volume takes over the owner of this empty folder.
COPY --chown=10001:10001 data /data

ENV DATAIMPORT_DIR=/data \
    DATAIMPORT_HTTP=0.0.0.0:8090
USER 10001:10001
VOLUME /data
EXPOSE 8090
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["/dataimport", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/dataimport"]
CMD ["serve"]
